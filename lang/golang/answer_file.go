package golang

import (
	"fmt"
	"slices"
	"strings"

	"sooth/lang"
)

// filesOf makes the files of the pieces taken. A complete file keeps its bytes.
func filesOf(taken []*answerPiece) []lang.Extracted {
	var files []lang.Extracted
	used := map[string]bool{}
	for _, p := range taken {
		used[p.name] = true
	}
	pkg := "answer"
	for _, p := range taken {
		if p.declared["main"] {
			pkg = "main"
		}
	}
	for _, p := range taken {
		name := p.name
		for n := 1; name == ""; n++ { // the first free one
			free := "answer.go"
			if n > 1 {
				free = fmt.Sprintf("answer%d.go", n)
			}
			if !used[free] {
				name, used[free] = free, true
			}
		}
		file := lang.Extracted{File: lang.File{Name: name, Text: p.text}, Given: p.text, FirstLine: p.line}
		if p.form != completeFile {
			file.Text, file.Lines = wrapSnippet(p, pkg)
		}
		files = append(files, file)
	}
	return files
}

// wrapSnippet makes a file of a snippet: a package clause, the imports that it
// needs of the standard library, and around statements a function. It also
// returns the line of the snippet for each line of the file.
func wrapSnippet(p *answerPiece, pkg string) (text string, lines []int) {
	var b strings.Builder
	add := func(line string) {
		b.WriteString(line + "\n")
		lines = append(lines, 0)
	}
	add("package " + pkg)
	for _, path := range neededImports(p.missing) {
		add("import \"" + path + "\"")
	}
	if p.form == statements {
		add("func _() {")
	}
	given := strings.TrimPrefix(p.text, "\ufeff")
	b.WriteString(given)
	n := strings.Count(given, "\n")
	if !strings.HasSuffix(given, "\n") {
		b.WriteByte('\n')
		n++
	}
	for i := range n {
		lines = append(lines, i+1)
	}
	if p.form == statements {
		add("}")
	}
	return b.String(), lines
}

// StandardImport returns the package of the standard library that a name before
// a dot means; "": none, or several.
func StandardImport(name string) string {
	if list := neededImports(map[string]bool{name: true}); len(list) == 1 {
		return list[0]
	}
	return ""
}

// neededImports returns the packages of the standard library that are meant by
// names before a dot, sorted. A name that several packages have means none.
func neededImports(missing map[string]bool) []string {
	var paths []string
	for _, path := range strings.Fields(unambiguousStd) {
		if missing[path[strings.LastIndexByte(path, '/')+1:]] {
			paths = append(paths, path)
		}
	}
	slices.Sort(paths)
	return paths
}

// unambiguousStd lists the packages of the standard library whose name no
// other has. Missing on purpose: rand, template, pprof, scanner.
const unambiguousStd = `
archive/tar archive/zip bufio bytes cmp compress/bzip2 compress/flate compress/gzip compress/lzw compress/zlib container/heap
container/list container/ring context crypto crypto/aes crypto/cipher crypto/des crypto/dsa crypto/ecdh crypto/ecdsa
crypto/ed25519 crypto/elliptic crypto/fips140 crypto/hkdf crypto/hmac crypto/hpke crypto/md5 crypto/mlkem crypto/mlkem/mlkemtest
crypto/pbkdf2 crypto/rc4 crypto/rsa crypto/sha1 crypto/sha256 crypto/sha3 crypto/sha512 crypto/subtle crypto/tls crypto/x509
crypto/x509/pkix database/sql database/sql/driver debug/buildinfo debug/dwarf debug/elf debug/gosym debug/macho debug/pe
debug/plan9obj embed encoding encoding/ascii85 encoding/asn1 encoding/base32 encoding/base64 encoding/binary encoding/csv
encoding/gob encoding/hex encoding/json encoding/pem encoding/xml errors expvar flag fmt go/ast go/build go/build/constraint
go/constant go/doc go/doc/comment go/format go/importer go/parser go/printer go/token go/types go/version hash hash/adler32
hash/crc32 hash/crc64 hash/fnv hash/maphash html image image/color image/color/palette image/draw image/gif image/jpeg image/png
index/suffixarray io io/fs io/ioutil iter log log/slog log/syslog maps math math/big math/bits math/cmplx mime mime/multipart
mime/quotedprintable net net/http net/http/cgi net/http/cookiejar net/http/fcgi net/http/httptest net/http/httptrace
net/http/httputil net/mail net/netip net/rpc net/rpc/jsonrpc net/smtp net/textproto net/url os os/exec os/signal os/user path
path/filepath plugin reflect regexp regexp/syntax runtime runtime/cgo runtime/coverage runtime/debug runtime/metrics runtime/race
runtime/trace slices sort strconv strings structs sync sync/atomic syscall testing testing/cryptotest testing/fstest
testing/iotest testing/quick testing/slogtest testing/synctest text/tabwriter text/template/parse time time/tzdata unicode
unicode/utf16 unicode/utf8 unique unsafe weak
`
