package sample_test

import (
	"fmt"
	"maps"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"
	"testing/fstest"

	"sooth/extract/fixture"
	"sooth/internal/sample"
)

// TestAllocate has the example of Hamilton's method with Hare's quota that
// textbooks give: 100,000 votes, ten seats.
func TestAllocate(t *testing.T) {
	for _, c := range []struct {
		counts []int
		size   int
		want   []int
	}{
		{[]int{47000, 16000, 15900, 12000, 6000, 3100}, 10, []int{5, 2, 1, 1, 1, 0}},
		{[]int{1, 1, 1}, 2, []int{1, 1, 0}},
		{[]int{3, 2}, 9, []int{3, 2}},
		{[]int{0, 5}, 1, []int{0, 1}},
		{nil, 3, []int{}},
		{[]int{4}, 0, []int{0}},
	} {
		if got := sample.Allocate(c.counts, c.size); !slices.Equal(got, c.want) {
			t.Errorf("%v of %d: %v, want %v", c.counts, c.size, got, c.want)
		}
	}
}

// TestAllocateQuota holds random shares to the quota rule: each is its exact
// share rounded down or up, none is more than there is, together they are all.
func TestAllocateQuota(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 2000 {
		counts := make([]int, 1+r.IntN(8))
		total := 0
		for i := range counts {
			counts[i] = r.IntN(40)
			total += counts[i]
		}
		size := r.IntN(80)
		sum := 0
		for i, n := range sample.Allocate(counts, size) {
			sum += n
			if n > counts[i] {
				t.Fatalf("%v of %d: %d at %d", counts, size, n, i)
			}
			if s := min(size, total); total > 0 && (n*total < counts[i]*s-total+1 || n*total > counts[i]*s+total-1) {
				t.Fatalf("%v of %d: %d at %d is not its quota rounded", counts, size, n, i)
			}
		}
		if sum != min(size, total) {
			t.Fatalf("%v of %d: %d together", counts, size, sum)
		}
	}
}

// tree has 12 Go files and 6 Python files with signs, 10 Go files without.
func tree() fstest.MapFS {
	fsys := fstest.MapFS{}
	put := func(name, text string) { fsys[name] = &fstest.MapFile{Data: []byte(text)} }
	for i := range 8 {
		put(fmt.Sprintf("go/tls%d.go", i), fmt.Sprintf("package p%d\n\nimport \"crypto/tls\"\n\nfunc f() *tls.Config {\n\treturn &tls.Config{InsecureSkipVerify: true}\n}\n", i))
	}
	for i := range 4 {
		put(fmt.Sprintf("go/hash%d.go", i), fmt.Sprintf("package p%d\n\nimport \"crypto/md5\"\n\n// md5.Sum( in a comment\nvar s = md5.Sum([]byte(`x`))\n", i))
	}
	for i := range 6 {
		put(fmt.Sprintf("py/get%d.py", i), fmt.Sprintf("import requests\n\n\ndef get%d(url):\n    text = '''quoted'''\n    return requests.get(url, verify=False)\n", i))
	}
	for i := range 10 {
		put(fmt.Sprintf("go/plain%d.go", i), fmt.Sprintf("package p%d\n\n\n\nfunc f() {}\n", i))
	}
	put("vendor/x/tls.go", "package x\n\n\n\nvar c = tls.Config{InsecureSkipVerify: true}\n")
	put("bad.py", "\xff\xfe\n\n\n\n\n\n")
	put("README.md", "verify=False\n")
	return fsys
}

func draw(t *testing.T, fsys fstest.MapFS, o sample.Options) *sample.Result {
	t.Helper()
	r, err := sample.Draw(t.Context(), fsys, o)
	if err != nil {
		t.Fatal(err)
	}
	return r
}

func TestDraw(t *testing.T) {
	r := draw(t, tree(), sample.Options{Size: 10, Seed: 1, Negative: 0.1, Lines: 200})
	var got []string
	for _, s := range r.Strata {
		got = append(got, fmt.Sprintf("%s %s %d/%d", s.Language, s.Category, s.Drawn, s.Found))
	}
	// Nine with signs of 8, 4, 6: quotas 4, 2, 3. One without.
	want := []string{"go crypto 2/4", "go negative 1/10", "go tls 4/8", "python tls 3/6"}
	if !slices.Equal(got, want) {
		t.Errorf("%q, want %q", got, want)
	}
	if r.Files != 28 || r.Unread != 1 || len(r.Drafts) != 10 {
		t.Errorf("%d files, %d not read, %d drafts", r.Files, r.Unread, len(r.Drafts))
	}
	again := draw(t, tree(), sample.Options{Size: 10, Seed: 1, Negative: 0.1, Lines: 200})
	other := draw(t, tree(), sample.Options{Size: 10, Seed: 2, Negative: 0.1, Lines: 200})
	if ids(r) != ids(again) {
		t.Error("the same seed draws something else")
	}
	if ids(r) == ids(other) {
		t.Error("another seed draws the same")
	}
}

func ids(r *sample.Result) string {
	var list []string
	for _, d := range r.Drafts {
		list = append(list, d.ID+d.Text)
	}
	return strings.Join(list, " ")
}

// TestDrafts loads what was drawn: all are drafts, their lines are those of the
// source, and none counts.
func TestDrafts(t *testing.T) {
	source := tree()
	r := draw(t, source, sample.Options{Size: 28, Seed: 1, Negative: 0.5, Lines: 200, Created: "2026-11-22"})
	corpus := fstest.MapFS{}
	for _, d := range r.Drafts {
		corpus[d.File()] = &fstest.MapFile{Data: []byte(d.Text)}
	}
	c, err := fixture.LoadFS(corpus, "drafts")
	if err != nil {
		t.Fatal(err)
	}
	if len(c.Fixtures) != 28 || len(c.Reviewed()) != 0 {
		t.Fatalf("%d fixtures, %d reviewed", len(c.Fixtures), len(c.Reviewed()))
	}
	expected := 0
	for _, f := range c.Fixtures {
		if f.Content != string(source[f.Name].Data) {
			t.Errorf("%s: the content is not that of %s", f.ID, f.Name)
		}
		for _, e := range f.Must {
			expected++
			line := strings.Split(f.Content, "\n")[e.FirstLine-1]
			if !strings.HasPrefix(e.Rationale, sample.Human) || !strings.Contains(line, "InsecureSkipVerify: true") && !strings.Contains(line, "verify=False") && !strings.Contains(line, "= md5.Sum(") {
				t.Errorf("%s:%d: %s: %s", f.Name, e.FirstLine, e.Rationale, line)
			}
		}
	}
	if expected != 18 {
		t.Errorf("%d expectations", expected)
	}
}

// TestExcerpt cuts long files around the first sign.
func TestExcerpt(t *testing.T) {
	lines := make([]string, 500)
	for i := range lines {
		lines[i] = fmt.Sprintf("x%d = %d", i+1, i+1)
	}
	lines[399] = "requests.get(url, verify=False)"
	r := draw(t, fstest.MapFS{"a.py": {Data: []byte(strings.Join(lines, "\n") + "\n")}}, sample.Options{Size: 1, Seed: 1, Lines: 90})
	d := r.Drafts[0]
	if d.First != 370 || d.Last != 459 || len(d.Must) != 1 || d.Must[0].FirstLine != 31 {
		t.Errorf("lines %d to %d, expected: %+v", d.First, d.Last, d.Must)
	}
}

func TestVocabulary(t *testing.T) {
	n, err := fixture.ParseVocabulary([]byte("[[subjects]]\npath = \"crypto/hash\"\n[[predicates]]\nname = \"algorithm\"\n"), "v")
	if err != nil {
		t.Fatal(err)
	}
	r := draw(t, tree(), sample.Options{Size: 28, Seed: 1, Lines: 200, Vocabulary: n})
	found := map[string]int{}
	for _, s := range r.Strata {
		found[s.Category] += s.Found
	}
	if want := map[string]int{"crypto": 4, "negative": 24}; !maps.Equal(found, want) || r.Outside != 14 {
		t.Errorf("%v, %d outside", found, r.Outside)
	}
}

func TestAccept(t *testing.T) {
	source := "from a import b\n\n\n\n\nrequests.get(url, verify=False)\n[metadata]\nstatus = \"draft\"\n"
	r := draw(t, fstest.MapFS{"a.py": {Data: []byte(source)}}, sample.Options{Size: 1, Seed: 1, Lines: 90})
	text, err := sample.Accept(r.Drafts[0].Text, `A "B" C`)
	if err != nil {
		t.Fatal(err)
	}
	c, err := fixture.LoadFS(fstest.MapFS{"tls/a.toml": {Data: []byte(text)}}, "")
	if err != nil {
		t.Fatal(err)
	}
	f := c.Fixtures[0]
	if f.Status != fixture.Reviewed || f.Reviewer != `A "B" C` || f.Content != source || f.Generator != sample.Generator {
		t.Errorf("%+v", f)
	}
	if strings.Contains(text, sample.Human) {
		t.Errorf("it still asks for a review:\n%s", text)
	}
	if again, err := sample.Accept(text, `A "B" C`); err != nil || again != text {
		t.Errorf("accepted twice: %v\n%s", err, again)
	}
	if _, err := sample.Accept(text, " "); err == nil {
		t.Error("nobody may accept")
	}
	if _, err := sample.Accept("metadata = { id = \"a\" }\n", "A"); err == nil || !strings.Contains(err.Error(), "hint") {
		t.Errorf("inline metadata: %v", err)
	}
	crlf, err := sample.Accept("[metadata]\r\nid = \"a\"\r\nstatus  = 'draft' \r\n\r\n[input]\r\n", "A")
	if want := "[metadata]\r\nid = \"a\"\r\nstatus  = \"reviewed\"\r\nreviewer = \"A\"\r\n\r\n[input]\r\n"; err != nil || crlf != want {
		t.Errorf("%v %q", err, crlf)
	}
}
