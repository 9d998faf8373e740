package symbol

import (
	"context"
	"slices"
	"strings"

	"sooth/claim"
	"sooth/oracle"
	"sooth/oracle/world"
)

// asserted returns the accusation of a name that is not there, unless the text
// does not say that it is, or says that it is somebody else's.
func (o *Oracle) asserted(ctx context.Context, c claim.Claim, accusation oracle.Verdict) (oracle.Verdict, error) {
	if c.Unsaid {
		return oracle.Undecide(c, oracle.NotAnAssertion, "it is not said that it is there"), nil
	}
	if c.Whose == "" {
		return accusation, nil
	}
	own, err := o.owns(ctx, strings.ToLower(c.Whose))
	if err != nil || own {
		return accusation, err
	}
	return oracle.Undecide(c, oracle.NotAnAssertion, "it is said to be of "+c.Whose), nil
}

// owns reports whether a word in small letters, or what it is a plural of, names
// a package or a type of the tree.
func (o *Oracle) owns(ctx context.Context, word string) (bool, error) {
	for _, name := range []string{word, strings.TrimSuffix(word, "s")} {
		if name == "" {
			continue
		}
		paths, err := o.world.Qualified(ctx, name)
		if err != nil || slices.ContainsFunc(paths, func(p string) bool { return o.world.Own(ctx, p) }) {
			return err == nil, err
		}
		symbols, err := o.world.Named(ctx, strings.ToUpper(name[:1])+name[1:])
		if err != nil || slices.ContainsFunc(symbols, world.Symbol.IsType) {
			return err == nil, err
		}
	}
	return false, nil
}
