package behave

import (
	"context"
	"fmt"
	"go/ast"
	"go/parser"
	"strings"
	"sync"

	"sooth/claim"
	"sooth/fact"
	"sooth/oracle"
)

// Claims judges claims about behaviour by executing them: that a test passes or
// fails, that a call returns a value or panics. It is safe for concurrent use.
type Claims struct {
	oracle *Oracle
	tree   Tree
	// packages returns the packages of the tree that declare a function or a test
	// of this name, as import paths.
	packages func(ctx context.Context, name string, test bool) ([]string, error)

	mutex sync.Mutex
	seen  map[string]Observation // by what is executed
}

// NewClaims returns the judge of claims about one tree. packages says which
// packages of the tree declare a function, or a test, of a name.
func NewClaims(o *Oracle, tree Tree, packages func(ctx context.Context, name string, test bool) ([]string, error)) *Claims {
	return &Claims{oracle: o, tree: tree, packages: packages, seen: map[string]Observation{}}
}

// Name is "behave".
func (c *Claims) Name() string { return "behave" }

// Judges says whether the claim is about behaviour.
func (c *Claims) Judges(k claim.Claim) bool { return k.Kind == claim.Behaviour }

// Prepare executes what claims say, all together: one by one it would take a
// binary for each. What was executed before is not executed again.
func (c *Claims) Prepare(ctx context.Context, claims []claim.Claim) error {
	var todo []Statement
	planned := map[string]bool{}
	for _, k := range claims {
		if !c.Judges(k) || k.Modality != "" {
			continue
		}
		st, _, err := c.statement(ctx, k)
		if err != nil {
			return err
		}
		c.mutex.Lock()
		_, known := c.seen[st.ID]
		c.mutex.Unlock()
		if st.ID == "" || known || planned[st.ID] {
			continue
		}
		planned[st.ID] = true
		todo = append(todo, st)
	}
	if len(todo) == 0 {
		return nil
	}
	found, err := c.oracle.Observe(ctx, c.tree, todo)
	if err != nil {
		return err
	}
	c.mutex.Lock()
	defer c.mutex.Unlock()
	for id, o := range found {
		c.seen[id] = o
	}
	return nil
}

// statement says what must be executed to decide a claim; without one, why says
// why it cannot be told.
func (c *Claims) statement(ctx context.Context, k claim.Claim) (st Statement, why string, err error) {
	name, qualifier, test := k.Subject, "", k.Verb == "passes" || k.Verb == "fails"
	if test {
		name = strings.TrimSuffix(name, "()")
		name = name[strings.LastIndexByte(name, '.')+1:]
	} else if qualifier, name = callee(k.Subject); name == "" {
		return st, oracle.NotUnderstood + ": " + k.Subject + " is no call that can be executed", nil
	}
	list, err := c.packages(ctx, name, test)
	if err != nil {
		return st, "", err
	}
	if qualifier != "" {
		var fit []string
		for _, pkg := range list {
			if call, err := newCall(Statement{Package: pkg, Call: k.Subject}); err == nil && call != nil {
				fit = append(fit, pkg)
			}
		}
		list = fit
	}
	switch len(list) {
	case 0:
		return st, oracle.OpenWorld + ": nothing in the tree that is called " + name + " can be executed", nil
	case 1:
	default:
		return st, oracle.Ambiguous + ": several packages have " + name + ": " + strings.Join(list, ", "), nil
	}
	st = Statement{Package: list[0]}
	if test {
		st.Test = name
	} else {
		st.Call = k.Subject
	}
	st.ID = st.Package + "\x00" + st.Test + "\x00" + st.Call
	return st, "", nil
}

// callee returns the name that a call begins with, and what stands before its
// point.
func callee(text string) (qualifier, name string) {
	e, err := parser.ParseExpr(text)
	if err != nil {
		return "", ""
	}
	for {
		switch x := e.(type) {
		case *ast.ParenExpr:
			e = x.X
		case *ast.CallExpr:
			e = x.Fun
		case *ast.IndexExpr:
			e = x.X
		case *ast.CompositeLit:
			e = x.Type
		case *ast.UnaryExpr:
			e = x.X
		case *ast.SelectorExpr:
			if id, ok := x.X.(*ast.Ident); ok {
				return id.Name, x.Sel.Name
			}
			e = x.X
		case *ast.Ident:
			return "", x.Name
		default:
			return "", ""
		}
	}
}

// Judge judges a claim by what was seen; what was not prepared is executed now.
func (c *Claims) Judge(ctx context.Context, k claim.Claim) (oracle.Verdict, error) {
	st, why, err := c.statement(ctx, k)
	if err != nil {
		return oracle.Verdict{}, err
	}
	if why != "" {
		reason, what, _ := strings.Cut(why, ": ")
		return oracle.Undecide(k, reason, what), nil
	}
	if err := c.Prepare(ctx, []claim.Claim{k}); err != nil {
		return oracle.Verdict{}, err
	}
	c.mutex.Lock()
	seen := c.seen[st.ID]
	c.mutex.Unlock()
	holds, said, decided := decideClaim(k, seen)
	if !decided {
		return oracle.Undecide(k, oracle.NotAvailable, said), nil
	}
	if holds == k.Negated {
		witnesses := []string{fmt.Sprintf("executed in the sandbox %d times", Repeats), "in different orders, always alike"}
		return oracle.Refute(k, fact.Execution, said, witnesses, ""), nil
	}
	return oracle.Verify(k, fact.Execution, said), nil
}

// decideClaim says whether what was seen is what a claim says.
func decideClaim(k claim.Claim, seen Observation) (holds bool, said string, decided bool) {
	said = string(seen.State)
	if len(seen.Values) > 0 {
		said += " " + strings.Join(seen.Values, ", ")
	}
	switch {
	case seen.State == Undecided:
		return false, seen.Reason, false
	case k.Verb == "passes" && (seen.State == Passed || seen.State == Failed):
		return seen.State == Passed, "it " + said, true
	case k.Verb == "fails" && (seen.State == Passed || seen.State == Failed):
		return seen.State == Failed, "it " + said, true
	case k.Verb == "panics" && (seen.State == Panicked || seen.State == Returned):
		return seen.State == Panicked, "it " + said, true
	case k.Verb == "returns" && seen.State == Panicked:
		return false, "it " + said, true
	case k.Verb == "returns" && seen.State == Returned:
		same, ok := Equal(k.Object, seen.Values)
		if !ok {
			return false, "it " + said + ", which cannot be compared with " + k.Object, false
		}
		return same, "it " + said, true
	}
	return false, "it " + said, false
}
