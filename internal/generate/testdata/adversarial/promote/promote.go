// Package promote gets methods by embedding.
package promote

import "io"

// Base has the methods.
type Base struct{ Level int }

// Run is promoted to Top and Alias.
func (b *Base) Run() error { return nil }

// Stop is hidden in Top.
func (b *Base) Stop() {}

// Top embeds Base by pointer and hides Stop.
type Top struct {
	*Base
	io.Writer
	Name string
}

// Stop hides that of Base, and calls it.
func (t Top) Stop() { t.Base.Stop() }

// Runner is implemented by *Base, and by Top through promotion.
type Runner interface{ Run() error }

// Alias is another name of Base.
type Alias = Base

// Late is declared by the alias: it belongs to Base.
func (a *Alias) Late() int { return a.Level }

// Start calls a promoted method.
func Start(t Top) error { return t.Run() }
