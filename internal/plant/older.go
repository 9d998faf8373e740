package plant

// older returns ways to write things with deprecated symbols whose
// "Deprecated:" paragraph names what to use instead. That the paragraph is
// there, and that what it names exists, is looked up when a fault is made.
func older() []rewrite {
	old := func(dir, declaration, replacement string) proof {
		return proof{dir: dir, declaration: declaration, replacement: replacement}
	}
	ioutil := []string{"io/ioutil"}
	const xsync, cel, lipgloss = "github.com/puzpuzpuz/xsync/v4", "cel.dev/cel-go/cel", "charm.land/lipgloss/v2"
	return []rewrite{
		{from: `\bio\.ReadAll\(`, to: "ioutil.ReadAll(", fault: "ioutil", symbol: "io/ioutil.ReadAll", imports: ioutil, proof: old("io/ioutil", "ReadAll", "io.ReadAll")},
		{from: `\bio\.Discard\b`, to: "ioutil.Discard", fault: "ioutil", symbol: "io/ioutil.Discard", imports: ioutil, proof: old("io/ioutil", "Discard", "io.Discard")},
		{from: `\bos\.ReadDir\(`, to: "ioutil.ReadDir(", fault: "ioutil", symbol: "io/ioutil.ReadDir", imports: ioutil, proof: old("io/ioutil", "ReadDir", "os.ReadDir")},
		{from: `\bos\.ReadFile\(`, to: "ioutil.ReadFile(", fault: "ioutil", symbol: "io/ioutil.ReadFile", imports: ioutil, proof: old("io/ioutil", "ReadFile", "os.ReadFile")},
		{from: `\bxsync\.Map\[`, to: "xsync.MapOf[", fault: "MapOf", symbol: xsync + ".MapOf", proof: old(xsync, "MapOf", "Map")},
		{from: `\bxsync\.NewMap\[`, to: "xsync.NewMapOf[", fault: "NewMapOf", symbol: xsync + ".NewMapOf", proof: old(xsync, "NewMapOf", "NewMap")},
		{from: `\bxsync\.MPMCQueue\[`, to: "xsync.MPMCQueueOf[", fault: "MPMCQueueOf", symbol: xsync + ".MPMCQueueOf", proof: old(xsync, "MPMCQueueOf", "MPMCQueue")},
		{from: `\bxsync\.NewMPMCQueue\[`, to: "xsync.NewMPMCQueueOf[", fault: "NewMPMCQueueOf", symbol: xsync + ".NewMPMCQueueOf", proof: old(xsync, "NewMPMCQueueOf", "NewMPMCQueue")},
		{from: `(Rewrite): func\(r \*httputil\.ProxyRequest\) \{(?:[^{}]*)\}`, to: "Director: func(r *http.Request) {\n\t\t\tr.URL.Scheme, r.URL.Host = backend.Scheme, backend.Host\n\t\t\tr.Header.Set(\"X-Gateway-Key\", key)\n\t\t}", fault: "Director", symbol: "net/http/httputil.ReverseProxy.Director", proof: old("net/http/httputil", "ReverseProxy.Director", "Rewrite")},
		{from: `\b(\w+)\.Bytes\(\)NLif err`, to: "elliptic.Marshal($1.Curve, $1.X, $1.Y), error(nil)\n\tif err", fault: "elliptic.Marshal", symbol: "crypto/elliptic.Marshal", imports: []string{"crypto/elliptic"}, proof: old("crypto/elliptic", "Marshal", "crypto/ecdh")},
		{from: `return ecdsa\.ParseUncompressedPublicKey\(elliptic\.P256\(\), data\)`, to: "x, y := elliptic.Unmarshal(elliptic.P256(), data)\n\treturn &ecdsa.PublicKey{Curve: elliptic.P256(), X: x, Y: y}, nil", fault: "elliptic.Unmarshal", symbol: "crypto/elliptic.Unmarshal", proof: old("crypto/elliptic", "Unmarshal", "crypto/ecdh")},
		{from: `return key\.Bytes\(\)`, to: "return elliptic.Marshal(key.Curve, key.X, key.Y), nil", fault: "elliptic.Marshal", symbol: "crypto/elliptic.Marshal", proof: old("crypto/elliptic", "Marshal", "crypto/ecdh")},
		{from: `env\.Program\(ast, `, to: "env.Program(ast, cel.Functions(), ", fault: "cel.Functions", symbol: cel + ".Functions", proof: old(cel, "Functions", "Function")},
		{from: `cel\.NewEnv\(\n`, to: "cel.NewEnv(\n\t\tcel.Declarations(),\n", fault: "cel.Declarations", symbol: cel + ".Declarations", proof: old(cel, "Declarations", "VariableDecls")},
		{from: `box := lipgloss\.NewStyle\(\)\.Border\(lipgloss\.NormalBorder\(\)\)\n`, to: "box := lipgloss.NewStyle().Border(lipgloss.NormalBorder()).UnsetBorderTopBackgroundColor()\n", fault: "UnsetBorderTopBackgroundColor", symbol: lipgloss + ".Style.UnsetBorderTopBackgroundColor", proof: old(lipgloss, "Style.UnsetBorderTopBackgroundColor", "UnsetBorderTopBackground")},
		{from: `(?s)violations, ok := errors\.AsType\[validator\.ValidationErrors\]\(err\)`, to: "_ = reflect.PtrTo(reflect.TypeOf(v))\n\tviolations, ok := errors.AsType[validator.ValidationErrors](err)", fault: "reflect.PtrTo", symbol: "reflect.PtrTo", proof: old("reflect", "PtrTo", "PointerTo")},
		{from: `parser\.ParseFile\(fset, filepath\.Join\(dir, name\), nil, parser\.SkipObjectResolution\)`, to: "parser.ParseFile(fset, filepath.Join(dir, name), nil, parser.SkipObjectResolution)\n\t\t_ = ast.Package{}", fault: "ast.Package", symbol: "go/ast.Package", proof: old("go/ast", "Package", "go/types"), tier: 1},
		{from: `kong\.Name\("`, to: "kong.HelpFormatter(nil),\n\t\tkong.Name(\"", fault: "kong.HelpFormatter", symbol: "github.com/alecthomas/kong.HelpFormatter", proof: old("github.com/alecthomas/kong", "HelpFormatter", "ValueFormatter")},
		{from: `yaml\.LoadErrors\b`, to: "yaml.TypeError", fault: "yaml.TypeError", symbol: "go.yaml.in/yaml/v4.TypeError", proof: old("go.yaml.in/yaml/v4", "TypeError", "LoadErrors")},
		{from: `chi\.NewRouter\(\)\n`, to: "chi.NewRouter()\n\tr.Use(middleware.RealIP)\n", fault: "middleware.RealIP", symbol: "github.com/go-chi/chi/v5/middleware.RealIP", proof: old("github.com/go-chi/chi/v5/middleware", "RealIP", "ClientIPFromHeader")},
	}
}
