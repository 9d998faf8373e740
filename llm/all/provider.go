package all

import (
	"fmt"
	"strings"
)

// Provider returns whose model a name is, in the words of the price table, and
// the provider's own name of it. It needs no key.
func Provider(model string) (name, id string, err error) {
	p, id, err := find(model)
	return p.name, id, err
}

// Paid reports whether asking a model costs money: those that run on a machine
// of the user's own do not, nor does a name that no provider is known for.
func Paid(model string) bool {
	p, _, err := find(model)
	return err == nil && p.keyed
}

// find returns the row that answers for a model.
func find(model string) (provider, string, error) {
	list := providers()
	if p, id, ok := findCommand(model); ok {
		return p, id, nil
	}
	name, id, named := strings.Cut(model, "/")
	for _, p := range list {
		if named && name == p.name && id != "" {
			return p, id, nil
		}
	}
	for _, p := range list {
		for _, prefix := range p.prefix {
			if !named && strings.HasPrefix(model, prefix) {
				return p, model, nil
			}
		}
	}
	var names []string
	for _, p := range list {
		names = append(names, p.name)
	}
	return provider{}, "", fmt.Errorf("no provider is known for model %q; hint: name one before it, as in %s/%s; known are %s; a program is command:NAME",
		model, names[0], "claude-haiku-4-5", strings.Join(names, ", "))
}
