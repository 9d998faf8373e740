package all

// Account is a provider that models are paid to.
type Account struct {
	Provider string // in the words of the price table
	Variable string // of the environment, that holds its key
	Keyed    bool   // it is set
}

// Accounts lists the providers that want a key, and whether the environment,
// "NAME=value", has one.
func Accounts(environ []string) []Account {
	var list []Account
	for _, p := range providers() {
		if !p.keyed {
			continue
		}
		a := Account{Provider: p.name, Variable: p.key[0]}
		for _, name := range p.key {
			if !a.Keyed && lookup(environ, name) != "" {
				a.Variable, a.Keyed = name, true
			}
		}
		list = append(list, a)
	}
	return list
}
