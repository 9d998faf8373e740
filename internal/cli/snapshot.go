package cli

import (
	"context"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"

	"sooth/suite"
	"sooth/tool/mcptool"
)

// asserted holds what the server of an arm offers against the arm's snapshot: another
// list of tools is another treatment, and nothing is asked with it.
func asserted(ctx context.Context, k *mcptool.Keeper, s *suite.Suite, arm suite.Arm) error {
	if arm.Snapshot == "" {
		return nil
	}
	tools, err := k.Tools(ctx)
	if err != nil {
		return err
	}
	differences := mcptool.Differences(arm.Expected, tools)
	if len(differences) == 0 {
		return nil
	}
	file := filepath.Join(s.Dir, filepath.FromSlash(arm.Snapshot))
	return usage(fmt.Errorf("nothing was asked: the server of arm %q does not offer what %s says:\n  %s\nhint: where that is meant, %s writes the file anew",
		arm.Name, file, strings.Join(differences, "\n  "), snapshotCommand(arm, file)))
}

// snapshotCommand is the command that writes the snapshot of an arm's server.
func snapshotCommand(arm suite.Arm, file string) string {
	words := []string{"sooth", "doctor", "--server"}
	var rest []string
	switch {
	case arm.URL != "":
		words = append(words, arm.URL)
		for _, name := range slices.Sorted(maps.Keys(arm.Headers)) {
			words = append(words, "--header", name+"="+arm.Headers[name])
		}
	case strings.ContainsAny(arm.Server[0], " \t"): // would be taken for several words
		words, rest = append(words, ""), arm.Server
	default:
		words, rest = append(words, arm.Server[0]), arm.Server[1:]
	}
	if len(arm.Environment) > 0 {
		words = append(words, "--environment", strings.Join(arm.Environment, ","))
	}
	words = append(words, "--snapshot", file)
	if len(rest) > 0 {
		words = append(append(words, "--"), rest...)
	}
	plain := regexp.MustCompile(`^[-\w./:,=@+]+$`)
	for i, w := range words {
		if !plain.MatchString(w) {
			words[i] = "'" + strings.ReplaceAll(w, "'", `'\''`) + "'"
		}
	}
	return strings.Join(words, " ")
}
