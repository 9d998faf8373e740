package runner

import (
	"sooth/suite"
	"sooth/trial"
)

// Budget bounds what a run may cost. The zero Budget is none.
type Budget struct {
	// Dollars is the bound; 0: none. What earlier executions of the run paid
	// counts.
	Dollars float64
	// Most is the most that a trial can cost, attempts that fail included: it is
	// set aside before the trial is asked. A record whose cost is not known
	// counts with it.
	Most func(suite.Trial) float64
}

// purse is a budget while it is spent. The caller holds the execution's mutex.
type purse struct {
	Budget
	spent, aside float64
}

// reserve sets aside what a trial may cost. It is not ok when the bound could
// be passed; wait says that it may still fit when what is in flight has come in
// cheaper than was set aside.
func (p *purse) reserve(t suite.Trial) (ok, wait bool) {
	if p.Dollars <= 0 {
		return true, false
	}
	most := p.Most(t)
	if p.spent+p.aside+most <= p.Dollars {
		p.aside += most
		return true, false
	}
	return false, p.aside > 0 && p.spent+most <= p.Dollars
}

// settle turns what was set aside for a trial into what its record cost; nil:
// it was given up and nothing is known.
func (p *purse) settle(t suite.Trial, r *trial.Record) {
	if p.Dollars <= 0 {
		return
	}
	p.aside -= p.Most(t)
	p.pay(t, r)
}

// pay counts the cost of a record.
func (p *purse) pay(t suite.Trial, r *trial.Record) {
	switch {
	case p.Dollars <= 0:
	case r != nil && r.CostUSD != nil:
		p.spent += *r.CostUSD
	default:
		p.spent += p.Most(t)
	}
}
