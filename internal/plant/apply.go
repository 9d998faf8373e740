package plant

import (
	"context"
	"errors"
	"fmt"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"sooth/internal/toolchain"
	"sooth/lang"
	"sooth/score"
	"sooth/suite"
)

// Apply returns the planted answer as a model would have given it: the
// reference with the fault in one fenced block, or prose alone.
func Apply(task suite.Task, p suite.Planted) (string, error) {
	files, err := Files(task, p)
	if err != nil {
		return "", err
	}
	if len(files) == 0 {
		return p.Replace, nil
	}
	var b strings.Builder
	for i, f := range files {
		if i > 0 {
			b.WriteString("\n")
		}
		if len(files) > 1 {
			fmt.Fprintf(&b, "%s:\n\n", f.Name)
		}
		fmt.Fprintf(&b, "```go\n%s", f.Text)
		if !strings.HasSuffix(f.Text, "\n") {
			b.WriteString("\n")
		}
		b.WriteString("```\n")
	}
	return b.String(), nil
}

// Files returns the files of the planted program; none for an answer without
// code.
func Files(task suite.Task, p suite.Planted) ([]lang.File, error) {
	if p.Task != task.ID {
		return nil, fmt.Errorf("planted fault %q is of task %q, not of %q", p.ID, p.Task, task.ID)
	}
	files := slices.Clone(task.Reference)
	i := slices.IndexFunc(files, func(f lang.File) bool { return f.Name == p.File })
	if i < 0 {
		return nil, fmt.Errorf("planted fault %q: the reference of task %q has no file %q", p.ID, task.ID, p.File)
	}
	if n := strings.Count(files[i].Text, p.Find); n != 1 || p.Find == "" {
		return nil, fmt.Errorf("planted fault %q: the text to replace occurs %d times in %q of task %q, not once; hint: make the faults anew with \"sooth suite plant\"", p.ID, n, p.File, task.ID)
	}
	if p.Kind == string(score.NoCode) {
		return nil, nil
	}
	files[i].Text = strings.Replace(files[i].Text, p.Find, p.Replace, 1)
	return files, nil
}

// noCode makes a few answers that talk about the task and give no code. The
// go command confirms that there is nothing to build.
func noCode(ctx context.Context, s *suite.Suite, o Options, dir string) ([]suite.Planted, error) {
	want := o.NoCode
	if want == 0 {
		want = 4
	}
	// The shortest references: the whole of each is the text that is replaced.
	places := make([]int, 0, len(s.Tasks))
	for i, t := range s.Tasks {
		if len(t.Reference) == 1 {
			places = append(places, i)
		}
	}
	slices.SortStableFunc(places, func(a, b int) int {
		return len(s.Tasks[a].Reference[0].Text) - len(s.Tasks[b].Reference[0].Text)
	})
	places = places[:min(len(places), max(want, 0)*3)]
	rand.New(rand.NewPCG(o.Seed, uint64(len(places)))).Shuffle(len(places), func(i, j int) { places[i], places[j] = places[j], places[i] })
	var planted []suite.Planted
	for n, i := range places[:min(len(places), max(want, 0))] {
		task := &s.Tasks[i]
		output, err := nothingToBuild(ctx, o.Go, task, filepath.Join(dir, fmt.Sprint(n)))
		if err != nil {
			return nil, err
		}
		p := suite.Planted{
			ID: identity(task.ID, score.NoCode, 1), Task: task.ID, Kind: string(score.NoCode), Criterion: Criterion(score.NoCode),
			File: task.Reference[0].Name, Find: task.Reference[0].Text, Replace: prose(task, n), Line: 1,
		}
		p.Confirmed.By, p.Confirmed.Output = "go build", output
		planted = append(planted, p)
	}
	order(planted)
	return planted, nil
}

// nothingToBuild asks the go command to build the task without any file.
func nothingToBuild(ctx context.Context, g *toolchain.Go, task *suite.Task, dir string) (string, error) {
	if err := writeModule(dir, task); err != nil {
		return "", err
	}
	defer os.RemoveAll(dir)
	_, err := g.Run(ctx, dir, nil, "build", ".")
	var failed *toolchain.Error
	if !errors.As(err, &failed) || !strings.Contains(failed.Stderr, "no Go files in ") {
		return "", fmt.Errorf("go build of an answer without code says %v, want \"no Go files\"", err)
	}
	return "no Go files", nil
}

// prose returns an answer that explains and asks instead of writing code.
func prose(task *suite.Task, n int) string {
	module := task.ModulePath
	if module == "std" {
		module = "the standard library"
	}
	texts := []string{
		"You can do this with %s. Start from its constructor, pass the options that the task describes, and return the result " +
			"together with the error. Take care that the zero value is handled, and that the context is passed on. " +
			"Tell me if I should write out the whole package.\n",
		"I cannot be sure which version of %s you have, so I would rather not guess at its interface. Please share the " +
			"output of `go doc` for the package, and I will write the solution against it.\n",
		"Here is how I would go about it with %s:\n\n1. Declare the types that the task asks for.\n2. Call the library where the work is done.\n" +
			"3. Wrap every error, so that `errors.Is` finds it.\n\nThe functions themselves are then short and follow from these steps.\n",
		"I'm sorry, but the interface of %s changed between its major versions, and I do not have the newer one at hand. " +
			"The approach stays the same: configure it once, and use it from both functions.\n",
	}
	return fmt.Sprintf(texts[n%len(texts)], module)
}
