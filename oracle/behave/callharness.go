package behave

import "strconv"

// callsHarness is the part of a batch's main package that is always the same:
// it executes the calls that the standard input names, one after the other, each
// twice, and says on a way to the standard error that nothing else has what became of each.
func callsHarness() string {
	return `
func soothPack(values ...any) []any {
	if values == nil {
		return []any{nil}
	}
	return values
}

type soothTold struct {
	State  string   ` + "`json:\"state\"`" + `
	Values []string ` + "`json:\"values\"`" + `
	Reason string   ` + "`json:\"reason\"`" + `
}

func main() {
	out := os.Stderr
	if fd, err := syscall.Dup(2); err == nil {
		syscall.CloseOnExec(fd)
		out = os.NewFile(uintptr(fd), "reports")
	}
	text, _ := io.ReadAll(os.Stdin)
	for _, line := range strings.Split(string(text), "\n") {
		token, name, ok := strings.Cut(line, "\t")
		if !ok {
			continue
		}
		raw, _ := base64.StdEncoding.DecodeString(name)
		first := soothRun(soothCalls[string(raw)])
		if first.State != "" {
			if again := soothRun(soothCalls[string(raw)]); !reflect.DeepEqual(first, again) {
				first = soothTold{Reason: "flaky: it differs from one time to the next"}
			}
		}
		told, _ := json.Marshal(first)
		out.WriteString("\n" + token + " " + base64.StdEncoding.EncodeToString(told) + "\n")
	}
	os.Exit(0)
}

func soothRun(call func() []any) soothTold {
	done := make(chan soothTold, 1)
	go func() {
		back := false
		var told soothTold
		defer func() {
			if back {
				return
			}
			if r := recover(); r != nil {
				words := fmt.Sprint(r)
				if len(words) > 200 {
					words = words[:200]
				}
				done <- soothTold{State: "panicked", Values: []string{words}}
				return
			}
			done <- soothTold{Reason: "it ends its goroutine"}
		}()
		told = soothWrite(call())
		back = true
		done <- told
	}()
	select {
	case told := <-done:
		return told
	case <-time.After(` + strconv.Itoa(callTime) + ` * time.Second):
		return soothTold{Reason: "it does not come back within ` + strconv.Itoa(callTime) + ` s"}
	}
}

func soothWrite(values []any) soothTold {
	told := soothTold{State: "returned", Values: []string{}}
	for _, v := range values {
		s, ok := soothLiteral(v)
		if !ok {
			return soothTold{Reason: "a result cannot be written as a literal"}
		}
		told.Values = append(told.Values, s)
	}
	return told
}

func soothLiteral(v any) (string, bool) {
	if v == nil {
		return "nil", true
	}
	if err, ok := v.(error); ok {
		if r := reflect.ValueOf(v); r.Kind() == reflect.Pointer && r.IsNil() {
			return "nil", true
		}
		return "error(" + strconv.Quote(err.Error()) + ")", true
	}
	r := reflect.ValueOf(v)
	switch r.Kind() {
	case reflect.String:
		return strconv.Quote(r.String()), r.Len() <= 4096
	case reflect.Bool:
		return strconv.FormatBool(r.Bool()), true
	case reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64:
		return strconv.FormatInt(r.Int(), 10), true
	case reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Uintptr:
		return strconv.FormatUint(r.Uint(), 10), true
	case reflect.Float32:
		return strconv.FormatFloat(r.Float(), 'g', -1, 32), true
	case reflect.Float64:
		return strconv.FormatFloat(r.Float(), 'g', -1, 64), true
	case reflect.Pointer, reflect.Map, reflect.Slice, reflect.Func, reflect.Chan:
		if r.IsNil() && r.Kind() != reflect.Slice && r.Kind() != reflect.Map {
			return "nil", true
		}
	}
	if !soothPlain(r, 0) {
		return "", false
	}
	s := fmt.Sprintf("%#v", v)
	return s, len(s) <= 4096
}

func soothPlain(r reflect.Value, depth int) bool {
	if depth > 6 {
		return false
	}
	switch r.Kind() {
	case reflect.Bool, reflect.String, reflect.Int, reflect.Int8, reflect.Int16, reflect.Int32, reflect.Int64, reflect.Uint, reflect.Uint8, reflect.Uint16, reflect.Uint32, reflect.Uint64, reflect.Float32, reflect.Float64:
		return true
	case reflect.Slice, reflect.Array:
		for i := 0; i < r.Len(); i++ {
			if !soothPlain(r.Index(i), depth+1) {
				return false
			}
		}
		return r.Len() <= 1000
	case reflect.Map:
		for _, k := range r.MapKeys() {
			if !soothPlain(k, depth+1) || !soothPlain(r.MapIndex(k), depth+1) {
				return false
			}
		}
		return r.Len() <= 1000
	case reflect.Struct:
		for i := 0; i < r.NumField(); i++ {
			if !soothPlain(r.Field(i), depth+1) {
				return false
			}
		}
		return true
	}
	return false
}
`
}

// callsImports are the packages that the harness needs.
func callsImports() []string {
	return []string{"encoding/base64", "encoding/json", "fmt", "io", "os", "reflect", "strconv", "strings", "syscall", "time"}
}
