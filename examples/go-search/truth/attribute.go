package truth

import (
	"fmt"
	"go/types"
	"slices"
	"strings"

	"sooth/examples/go-search/universe"
)

// attributes makes class H: a property that go/types sees, and every document
// of the standard library that has it.
func attributes(x *index) []Query {
	var queries []Query
	for _, i := range []struct{ id, text string }{
		{"io.ReaderFrom", "types that implement io.ReaderFrom"},
		{"io.WriterTo", "types that implement io.WriterTo"},
		{"io.Seeker", "implements io.Seeker"},
		{"io.ReaderAt", "types implementing io.ReaderAt"},
		{"io.RuneScanner", "implements io.RuneScanner"},
		{"io.StringWriter", "implements io.StringWriter"},
		{"encoding.TextMarshaler", "implements encoding.TextMarshaler"},
		{"encoding.BinaryMarshaler", "types that implement encoding.BinaryMarshaler"},
		{"encoding/json.Marshaler", "types that implement json.Marshaler"},
		{"fmt.Formatter", "implements fmt.Formatter"},
		{"fmt.Scanner", "implements fmt.Scanner"},
		{"sort.Interface", "types that implement sort.Interface"},
		{"net/http.Handler", "types that implement http.Handler"},
		{"net.Conn", "implements net.Conn"},
		{"net.Error", "errors that implement net.Error"},
		{"io/fs.FS", "types that implement fs.FS"},
		{"crypto.Signer", "implements crypto.Signer"},
		{"database/sql.Scanner", "implements sql.Scanner"},
		{"image/draw.Image", "image types that implement draw.Image"},
		{"sync.Locker", "implements sync.Locker"},
	} {
		queries = append(queries, Query{
			Text: i.text, IDs: x.implementers(i.id), Filter: fmt.Sprintf("implements=%s symbol!=interface or implementing=%s", i.id, i.id),
			Family: "go/types: implements " + i.id,
		})
	}
	for _, s := range []struct {
		text, what, filter string
		has                func(*types.Signature) bool
	}{
		{"functions that return an iterator iter.Seq", "a result is iter.Seq or iter.Seq2", "returns=iter.Seq|iter.Seq2", results("iter.Seq", "iter.Seq2")},
		{"functions that take an iterator iter.Seq", "a parameter is iter.Seq or iter.Seq2", "takes=iter.Seq|iter.Seq2", parameters("iter.Seq", "iter.Seq2")},
		{"functions that take a context.Context", "a parameter is context.Context", "takes=context.Context", parameters("context.Context")},
		{"functions that return a context.Context", "a result is context.Context", "returns=context.Context", results("context.Context")},
		{"returns io.ReadCloser", "a result is io.ReadCloser", "returns=io.ReadCloser", results("io.ReadCloser")},
		{"functions that take an fs.FS", "a parameter is io/fs.FS", "takes=io/fs.FS", parameters("io/fs.FS")},
		{"functions that return a time.Duration", "a result is time.Duration", "returns=time.Duration", results("time.Duration")},
		{"functions that return a channel", "a result is a channel", "returns=chan", channel},
	} {
		queries = append(queries, Query{Text: s.text, IDs: x.functions(s.has), Filter: s.filter + " package!=syscall", Family: "go/types: " + s.what})
	}
	return slices.DeleteFunc(queries, func(q Query) bool { return len(q.IDs) < 3 })
}

// implementers returns the exported concrete types of the standard library
// that implement an interface, themselves or by pointer, and the documents of
// the methods by which they do, where these are documented under them.
func (x *index) implementers(id string) []string {
	path, name := x.byID[id].Package, x.byID[id].Name
	if path == "" { // a toolchain without this interface
		return nil
	}
	wanted := x.library.Package(path).Types.Scope().Lookup(name).Type().Underlying().(*types.Interface)
	var found []string
	for _, d := range x.documents {
		if d.Source != universe.Standard || d.Kind != "type" {
			continue
		}
		object := x.library.Package(d.Package).Types.Scope().Lookup(d.Name).(*types.TypeName)
		named, ok := object.Type().(*types.Named)
		if !ok || object.IsAlias() || types.IsInterface(named) || !types.Implements(types.NewPointer(named), wanted) {
			continue
		}
		found = append(found, d.ID)
		for m := range wanted.Methods() {
			if method := d.ID + "." + m.Name(); x.byID[method].Kind == "method" {
				found = append(found, method)
			}
		}
	}
	slices.Sort(found)
	return found
}

// functions returns the functions and methods of the standard library, those of
// interfaces too, whose signature has a property.
func (x *index) functions(has func(*types.Signature) bool) []string {
	var found []string
	for _, d := range x.documents {
		if d.Source != universe.Standard || d.Kind != "func" && d.Kind != "method" || d.Package == "syscall" {
			continue
		}
		scope := x.library.Package(d.Package).Types.Scope()
		owner, member, method := strings.Cut(d.Name, ".")
		object := scope.Lookup(owner)
		if method {
			object, _, _ = types.LookupFieldOrMethod(object.Type(), true, object.Pkg(), member)
		}
		if f, ok := object.(*types.Func); ok && has(f.Signature()) {
			found = append(found, d.ID)
		}
	}
	return found
}

// parameters returns the property that a parameter has one of these types.
func parameters(ids ...string) func(*types.Signature) bool {
	return func(s *types.Signature) bool { return mentions(s.Params(), ids) }
}

// results returns the property that a result has one of these types.
func results(ids ...string) func(*types.Signature) bool {
	return func(s *types.Signature) bool { return mentions(s.Results(), ids) }
}

func mentions(list *types.Tuple, ids []string) bool {
	for v := range list.Variables() {
		t := v.Type()
		if named, ok := t.(*types.Named); ok && named.Obj().Pkg() != nil && slices.Contains(ids, named.Obj().Pkg().Path()+"."+named.Obj().Name()) {
			return true
		}
	}
	return false
}

func channel(s *types.Signature) bool {
	for v := range s.Results().Variables() {
		if _, ok := v.Type().(*types.Chan); ok {
			return true
		}
	}
	return false
}
