package goapi

import (
	"go/version"
	"strings"
)

// Since returns the first release with a symbol of the standard library, such
// as "1.21", and the line of the API file that says so. The symbol is named
// without its package: "Get", "Client.Do"; methods, fields and methods of
// interfaces by their type without a star; "" is the package itself. Go 1 is
// "1.0".
//
// Ask for a member by the type of the operand: testing.T has Errorf from a type
// that is not exported, and the API files know it as T.Errorf.
//
// Symbols that exist on some platforms only have the release of the first
// platform. A member that a type has by embedding is found through what it
// embeds; a member of a type that moved to another package and left an alias
// behind is as old as it was under the old name.
//
// It is not ok for a symbol that no API file knows: one that does not exist,
// that another module declares, or that is not exported.
func (a *API) Since(pkg, symbol string) (release, evidence string, ok bool) {
	if pkg == "unsafe" {
		return sinceUnsafe(symbol)
	}
	found, ok := a.since(qualified{pkg, symbol}, 0)
	return found.release, found.evidence, ok
}

// Deprecated returns the release in whose API file a symbol is marked as
// deprecated and the line that says so. Deprecations up to Go 1.16 are all
// listed in that release's file, so that "1.16" means "1.16 or before"; later
// ones may be marked in the source alone.
func (a *API) Deprecated(pkg, symbol string) (release, evidence string, ok bool) {
	index := a.index(pkg)
	if index == nil {
		return "", "", false
	}
	at, ok := index.deprecated[symbol]
	if !ok {
		return "", "", false
	}
	return a.files[at.file].version, a.evidence(at), true
}

// PackageNamed returns the import path of the one package of the standard
// library whose last element is name and that has the symbol. It is not ok
// where several have it: "rand.Int" may be of math/rand or of crypto/rand.
func (a *API) PackageNamed(name, symbol string) (path string, ok bool) {
	symbol, _, _ = strings.Cut(symbol, ".")
	to, ok := a.resolve(aliasLine{target: name + "." + symbol})
	return to.pkg, ok
}

// finding is a first release with what proves it.
type finding struct{ release, evidence string }

// maxEmbedding bounds how deep embedded types are followed; the deepest of the
// standard library is 3.
const maxEmbedding = 8

func (a *API) since(symbol qualified, depth int) (finding, bool) {
	index := a.index(symbol.pkg)
	if index == nil || depth > maxEmbedding {
		return finding{}, false
	}
	var best finding
	ok := false
	consider := func(f finding, found bool) {
		if found && (!ok || older(f.release, best.release)) {
			best, ok = f, true
		}
	}
	if at, found := index.first[symbol.name]; found {
		consider(finding{a.files[at.file].version, a.evidence(at)}, true)
	}
	if symbol.name == "" {
		first := index.parts[0]
		end := first.end
		if i := strings.IndexByte(a.files[first.file].text[first.start:end], '\n'); i >= 0 {
			end = first.start + i
		}
		return finding{a.files[first.file].version, a.evidence(place{first.file, first.start, end})}, true
	}
	typ, member, isMember := strings.Cut(symbol.name, ".")
	if !isMember {
		return best, ok
	}
	for _, alias := range a.aliases[qualified{symbol.pkg, typ}] { // the type came from there
		if at, found := a.index(alias.pkg).first[alias.name+"."+member]; found {
			consider(finding{a.files[at.file].version, a.evidence(at)}, true)
		}
	}
	if ok {
		return best, true
	}
	if target, found := index.targets[typ]; found && target.name != typ+"."+member { // the type went there
		consider(a.since(qualified{target.pkg, target.name + "." + member}, depth+1))
	}
	for _, e := range index.embedded[typ] {
		inner, found := a.since(qualified{a.packageNamed(e.typ, symbol.pkg), e.typ[strings.LastIndexByte(e.typ, '.')+1:] + "." + member}, depth+1)
		if found {
			outer := finding{a.files[e.place.file].version, a.evidence(e.place)}
			both := outer.evidence + "; " + inner.evidence
			if older(outer.release, inner.release) {
				outer.release = inner.release
			}
			consider(finding{outer.release, both}, true)
		}
	}
	return best, ok
}

// packageNamed returns the import path for the qualifier of a type as API files
// write it: "ast.Node" means the one package whose path ends in "ast" and that
// declares Node. A type without qualifier belongs to pkg.
func (a *API) packageNamed(typ, pkg string) string {
	if !strings.Contains(typ, ".") {
		return pkg
	}
	to, _ := a.resolve(aliasLine{from: qualified{pkg, ""}, target: typ})
	return to.pkg
}

// BuildTag returns the build tag of a release as Since names it: "go1.21" for
// "1.21", "go1" for "1.0". A build of that release or a later one has it.
func BuildTag(release string) string { return "go" + strings.TrimSuffix(release, ".0") }

// older reports whether release x came before release y.
func older(x, y string) bool { return version.Compare("go"+x, "go"+y) < 0 }

// evidenceSize is how much of a line is quoted, in bytes: lines about large
// interfaces are long.
const evidenceSize = 160

// evidence quotes a line of an API file.
func (a *API) evidence(at place) string {
	f := a.files[at.file]
	line := strings.TrimRight(f.text[at.start:at.end], "\r\n")
	if len(line) > evidenceSize {
		line = strings.ToValidUTF8(line[:evidenceSize], "") + "…"
	}
	return f.name + ": " + line
}

// sinceUnsafe knows package unsafe, which has no API file.
func sinceUnsafe(symbol string) (release, evidence string, ok bool) {
	switch symbol {
	case "", "Pointer", "Sizeof", "Offsetof", "Alignof", "ArbitraryType":
		return "1.0", "The Go Programming Language Specification, Package unsafe", true
	case "Add", "Slice", "IntegerType":
		return "1.17", languageNotes("1.17"), true
	case "SliceData", "String", "StringData":
		return "1.20", languageNotes("1.20"), true
	}
	return "", "", false
}

// languageNotes names the section of the release notes that is the evidence for
// a change to the language.
func languageNotes(release string) string {
	return "Go " + release + " release notes, Changes to the language"
}
