package assemble

import (
	"fmt"
	"slices"
	"strings"

	"sooth/internal/compare"
	"sooth/trial"
)

// offers says in which tools the servers of two arms differ: such arms differ in
// more than their name. One line for each pair, in the order of the arms.
func offers(servers map[string]trial.Server, arms []string) []string {
	var list []string
	for i, a := range arms {
		for _, b := range arms[i+1:] {
			x, ok := servers[a]
			y, too := servers[b]
			if ok && too {
				list = append(list, differ(a, x, b, y)...)
			}
		}
	}
	return list
}

// offersSince says the same of an arm's server in two runs.
func offersSince(earlier, later trial.Run, arms []string) []string {
	var list []string
	for _, a := range arms {
		x, ok := earlier.Servers[a]
		y, too := later.Servers[a]
		if ok && too {
			list = append(list, differ(compare.ArmOf(a, earlier.ID), x, compare.ArmOf(a, later.ID), y)...)
		}
	}
	return list
}

// differ is one line about two servers; none where they offer the same.
func differ(a string, x trial.Server, b string, y trial.Server) []string {
	var parts []string
	if only := beyond(x, y); len(only) > 0 {
		parts = append(parts, fmt.Sprintf("only `%s` has %s", a, strings.Join(only, ", ")))
	}
	if only := beyond(y, x); len(only) > 0 {
		parts = append(parts, fmt.Sprintf("only `%s` has %s", b, strings.Join(only, ", ")))
	}
	if other := otherwise(x, y); len(other) > 0 {
		parts = append(parts, "described otherwise, or with other arguments: "+strings.Join(other, ", "))
	}
	if len(parts) == 0 {
		return nil
	}
	return []string{fmt.Sprintf("the servers of `%s` and `%s` do not offer the same tools: %s", a, b, strings.Join(parts, "; "))}
}

// beyond names the tools of x that y lacks.
func beyond(x, y trial.Server) []string {
	var list []string
	for _, o := range x.Offered {
		if !slices.ContainsFunc(y.Offered, func(p trial.Offered) bool { return p.Name == o.Name }) {
			list = append(list, "`"+o.Name+"`")
		}
	}
	return list
}

// otherwise names the tools that both have and that are not the same.
func otherwise(x, y trial.Server) []string {
	var list []string
	for _, o := range x.Offered {
		if slices.ContainsFunc(y.Offered, func(p trial.Offered) bool { return p.Name == o.Name && p.Hash != o.Hash }) {
			list = append(list, "`"+o.Name+"`")
		}
	}
	return list
}
