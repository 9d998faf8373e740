package cli

import (
	"cmp"
	"fmt"
	"maps"
	"slices"
	"strings"

	"sooth/trial"
)

// asNow tells the earlier answers to what would be asked now from those that only
// have the same prompt: of another program, of an arm that was defined otherwise,
// of another server. Servers are not started, nor need a program be here: then what
// the newest answer was given by counts, and answers of two are never mixed.
type asNow struct {
	programs    map[string]string    // identities, by model
	definitions map[string]trial.Arm // by arm, without servers
	servers     map[string]string    // digests, by arm
	others      map[string]string    // what is there besides, by what it is about
	say         func(format string, arguments ...any)
}

// accept says whether an answer is one to what would be asked now. Newer answers
// are shown first.
func (x *asNow) accept(run trial.Run, r trial.Record) bool {
	arm, recorded := run.Arms[r.Arm]
	if recorded && arm.Definition != x.definitions[r.Arm].Definition {
		x.others[r.Arm] = fmt.Sprintf("other answers under arm %q are there: it was defined otherwise", r.Arm)
		return false
	}
	program, known := x.programs[r.Model]
	if known && program != r.Program {
		x.others[r.Model] = fmt.Sprintf("other answers of model %q are there: the program was %s, and is %s", r.Model, cmp.Or(r.Program, "not known"), program)
		return false
	}
	if server, known := x.servers[r.Arm]; known && server != arm.Server {
		x.others[r.Arm] = fmt.Sprintf("other answers under arm %q are there: its server was another", r.Arm)
		return false
	}
	if x.programs[r.Model] = r.Program; !known && r.Program != "" {
		x.say("the program of model %q is not here: its answers are those of %s", r.Model, r.Program)
	}
	x.servers[r.Arm] = arm.Server
	return true
}

// besides tells what is there and does not count, a line each.
func (x *asNow) besides() string {
	var b strings.Builder
	for _, about := range slices.Sorted(maps.Keys(x.others)) {
		b.WriteString("\n" + x.others[about])
	}
	return b.String()
}
