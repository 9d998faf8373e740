package gofact

import "sooth/fact"

// outsideShape emits the unit of a package that is a folder beside the tree: it
// has no facts, but a shape that others depend on.
func (o *run) outsideShape(k *pack) error {
	if k.own || k.fixed || k.unit == "" {
		return nil
	}
	if before, ok := o.stale.known[k.unit]; ok && before.Shape == k.shape && before.Version == o.Version() {
		o.emitMu.Lock()
		defer o.emitMu.Unlock()
		o.names[k.unit] = true
		return nil
	}
	return o.send(fact.Unit{Name: k.unit, Version: o.Version(), Shape: k.shape})
}
