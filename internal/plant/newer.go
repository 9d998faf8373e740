package plant

// newer returns ways to write things with symbols and language features that
// came after Go 1.20. Which of them are too new for a task is decided by the
// API files and by the compiler, not here.
func newer() []rewrite {
	api := func(line string) proof { return proof{api: line} }
	language := func(release string) proof { return proof{language: "requires go" + release + " or later"} }
	return []rewrite{
		{from: `\bsort\.(?:Strings|Ints|Float64s)\(ARG\)`, to: `slices.Sort($1)`, fault: "slices.", symbol: "slices.Sort", imports: []string{"slices"}, proof: api("pkg slices, func Sort[")},
		{from: `\bstrings\.Split\(ARG,ARG\)`, to: `slices.Collect(strings.SplitSeq($1,$2))`, fault: "SplitSeq", symbol: "strings.SplitSeq", imports: []string{"slices"}, proof: api("pkg strings, func SplitSeq(")},
		{from: `\bstrings\.Fields\(ARG\)`, to: `slices.Collect(strings.FieldsSeq($1))`, fault: "FieldsSeq", symbol: "strings.FieldsSeq", imports: []string{"slices"}, proof: api("pkg strings, func FieldsSeq(")},
		{from: `for _, (\w+) := range strings\.Split\(ARG,ARG\) \{`, to: `for $1 := range strings.SplitSeq($2,$3) {`, fault: "SplitSeq", symbol: "strings.SplitSeq", proof: language("1.23")},
		{from: `for (\w+), (\w+) := range strings\.Split\((\w+), "\\n"\)`, to: `for $1, $2 := range slices.Collect(strings.Lines($3))`, fault: "Lines", symbol: "strings.Lines", imports: []string{"slices"}, proof: api("pkg strings, func Lines(")},
		{from: `return strings\.FieldsFunc\(ARG, func\((\w+) rune\) bool \{`, to: `return slices.Collect(strings.FieldsFuncSeq($1, func($2 rune) bool {`, and: [2]string{`NL\}\)`, "\n\t}))"}, fault: "FieldsFuncSeq", symbol: "strings.FieldsFuncSeq", imports: []string{"slices"}, proof: api("pkg strings, func FieldsFuncSeq(")},
		{from: `slices\.SortFunc\((\w+), func\((\w+), (\w+) string\) int \{`, to: `$1 = slices.SortedFunc(slices.Values($1), func($2, $3 string) int {`, fault: "slices.SortedFunc", symbol: "slices.SortedFunc", proof: api("pkg slices, func SortedFunc[")},
		{from: `slices\.Sort\((\w+)\)`, to: `$1 = slices.Sorted(slices.Values($1))`, fault: "slices.Sorted", symbol: "slices.Sorted", proof: api("pkg slices, func Sorted[")},
		{from: `return strings\.Compare\((\w+)\.(\w+), (\w+)\.(\w+)\)`, to: `return cmp.Or(strings.Compare($1.$2, $3.$4), len($1.Lines)-len($3.Lines))`, fault: "cmp.Or", symbol: "cmp.Or", imports: []string{"cmp"}, proof: api("pkg cmp, func Or[")},
		{from: `return strings\.Compare\((\w), (\w)\)`, to: `return cmp.Or(counts[$2]-counts[$1], strings.Compare($1, $2))`, fault: "cmp.Or", symbol: "cmp.Or", imports: []string{"cmp"}, proof: api("pkg cmp, func Or[")},
		{from: `\bslices\.Clip\(ARG\)`, to: `slices.Concat($1)`, fault: "slices.Concat", symbol: "slices.Concat", proof: api("pkg slices, func Concat[")},
		{from: `wg\.Add\(1\)NLgo func\(\) \{NLdefer wg\.Done\(\)\n`, to: "wg.Go(func() {\n", and: [2]string{`\}\(\)\n\t\}`, "})\n\t}"}, fault: "Go(", symbol: "sync.WaitGroup.Go", proof: api("pkg sync, method (*WaitGroup) Go(")},
		{from: `var (\w+) (\*\w+)NLif errors\.As\(ARG, &\w+\) \{`, to: "if $1, ok := errors.AsType[$2]($3); ok {", fault: "AsType", symbol: "errors.AsType", proof: api("pkg errors, func AsType[")},
		{from: `var (\w+) (\*\w+\.\w+)NLif errors\.As\(ARG, &\w+\) \{`, to: "if $1, ok := errors.AsType[$2]($3); ok && $1 != nil {", fault: "AsType", symbol: "errors.AsType", proof: api("pkg errors, func AsType[")},
		{from: `make\(\[\](int|error), (\w+)\)`, to: "slices.Repeat([]$1{*new($1)}, $2)", fault: "slices.Repeat", symbol: "slices.Repeat", imports: []string{"slices"}, proof: api("pkg slices, func Repeat[")},
		{from: `context\.WithCancelCause\(context\.Background\(\)\)`, to: "context.WithCancelCause(context.WithoutCancel(ctx))", fault: "WithoutCancel", symbol: "context.WithoutCancel", proof: api("pkg context, func WithoutCancel(")},
		{from: `time\.AfterFunc\(limit, func\(\) \{ cancel\((\w+)\) \}\)NLdefer timer\.Stop\(\)`, to: "context.AfterFunc(ctx, func() { cancel($1) })\n\tdefer timer()", fault: "context.AfterFunc", symbol: "context.AfterFunc", proof: api("pkg context, func AfterFunc(")},
		{from: `base, cancel := context\.WithCancelCause\(context\.Background\(\)\)NLdefer cancel\(nil\)NLtimer := time\.AfterFunc\(limit, func\(\) \{ cancel\((\w+)\) \}\)NLdefer timer\.Stop\(\)`, to: "base, cancel := context.WithTimeoutCause(context.Background(), limit, $1)\n\tdefer cancel()", fault: "WithTimeoutCause", symbol: "context.WithTimeoutCause", proof: api("pkg context, func WithTimeoutCause(")},
		{from: `return func\(\) bool \{NL(if !decided)`, to: "return sync.OnceValue(func() bool {\n\t\t$1", and: [2]string{`return true\n\t\}`, "return true\n\t})"}, fault: "sync.OnceValue", symbol: "sync.OnceValue", imports: []string{"sync"}, proof: api("pkg sync, func OnceValue[")},
		{from: `&entry\{load: load\}`, to: "&entry{load: sync.OnceValues(load)}", fault: "sync.OnceValues", symbol: "sync.OnceValues", proof: api("pkg sync, func OnceValues[")},
		{from: `r\.entries = map\[string\]\*entry\{\}`, to: "clear(r.entries)", fault: "clear", symbol: "clear", proof: language("1.21")},
		{from: `r\.entries = map\[string\]\*entry\{\}`, to: "maps.DeleteFunc(r.entries, func(string, *entry) bool { return true })", fault: "maps.DeleteFunc", symbol: "maps.DeleteFunc", imports: []string{"maps"}, proof: api("pkg maps, func DeleteFunc[")},
		{from: `if (\w+), ok := e\.loaded\(\); ok && len\(\w+\) > longest \{NLlongest = len\(\w+\)`, to: "if $1, ok := e.loaded(); ok {\n\t\t\tlongest = max(longest, len($1))", fault: "max(", symbol: "max", proof: language("1.21")},
		{from: `id := strings\.TrimPrefix\(r\.URL\.Path, "[^"]*"\)`, to: `id := r.PathValue("id")`, fault: "PathValue", symbol: "net/http.Request.PathValue", proof: api("pkg net/http, method (*Request) PathValue(")},
		{from: `id := strings\.TrimPrefix\(r\.URL\.Path, `, to: `id := strings.TrimPrefix(r.Pattern, `, fault: "Pattern", symbol: "net/http.Request.Pattern", proof: api("pkg net/http, type Request struct, Pattern ")},
		{from: `ids := make\(\[\]string, 0, len\(s\.notes\)\)NLfor id := range s\.notes \{NLids = append\(ids, id\)NL\}`, to: "ids := slices.Collect(maps.Keys(s.notes))", fault: "maps.Keys", symbol: "maps.Keys", imports: []string{"maps"}, proof: api("pkg maps, func Keys[")},
		{from: `return mux\n`, to: "return http.NewCrossOriginProtection().Handler(mux)\n", fault: "NewCrossOriginProtection", symbol: "net/http.NewCrossOriginProtection", proof: api("pkg net/http, func NewCrossOriginProtection(")},
		{from: `for i, (\w+) := range ARG \{`, to: "for i := range len($2) {\n\t\t$1 := $2[i]", fault: "range len", symbol: "range over an integer", proof: language("1.22"), tier: 1},
		{from: `for _, (\w+) := range (results|numbers|lines|words) \{`, to: "for $1 := range slices.Values($2) {", fault: "slices.Values", symbol: "range over a function", imports: []string{"slices"}, proof: language("1.23"), tier: 1},
	}
}
