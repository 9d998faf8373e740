package behave

import (
	"os"
	"path/filepath"
	"strings"

	"sooth/lang"
)

// dir is the package folder of a program in a shared module: named by content,
// so that the build cache knows it again.
func (p *program) dir() string { return "a" + p.key[:20] }

// moduleFiles returns go.mod and go.sum of a program's module.
func (p *program) moduleFiles() []lang.File {
	text := moduleFile(p.item.Module, "go.mod")
	if text == "" {
		text = "module solution\n"
	}
	files := []lang.File{{Name: "go.mod", Text: text}}
	if sum := moduleFile(p.item.Module, "go.sum"); sum != "" {
		files = append(files, lang.File{Name: "go.sum", Text: sum})
	}
	return files
}

// sharedFiles returns a module in which each program is a package, its hidden
// tests compiled in. The main package is written when it is known which of
// them compile.
func sharedFiles(programs []*program) []lang.File {
	module := modulePath(programs[0].item.Module)
	files := append(programs[0].moduleFiles(), harnessFiles(nil)...)
	for _, p := range programs {
		for _, f := range p.files {
			files = append(files, lang.File{Name: p.dir() + "/" + f.Name, Text: f.Text})
		}
		for _, f := range p.tests {
			name := strings.TrimSuffix(f.Name, "_test.go") + "_test_hidden.go"
			files = append(files, lang.File{Name: p.dir() + "/" + name, Text: f.Text})
		}
		files = append(files, lang.File{Name: p.dir() + "/" + startFile, Text: startText(p.pkg, module)})
	}
	return files
}

// bareFiles returns the module with the program alone.
func (p *program) bareFiles() []lang.File { return append(p.moduleFiles(), p.files...) }

// naturalFiles returns the module as `go test` has it: the program and its
// tests at the root.
func (p *program) naturalFiles() []lang.File {
	module := modulePath(p.item.Module)
	files := append(p.bareFiles(), harnessFiles(p.data)...)
	files = append(files, p.tests...)
	files = append(files, p.data...)
	files = append(files, lang.File{Name: startFile, Text: startText(p.pkg, module)})
	if !p.main {
		files = append(files, lang.File{Name: endFile, Text: endText(p.pkg, module)})
	}
	return files
}

// write writes files below dir, which is empty and ours. Names are checked
// when a program is made ready.
func write(dir string, files []lang.File) error {
	for _, f := range files {
		name := filepath.Join(dir, filepath.FromSlash(f.Name))
		if err := os.MkdirAll(filepath.Dir(name), 0o700); err != nil {
			return err
		}
		if err := os.WriteFile(name, []byte(f.Text), 0o600); err != nil {
			return err
		}
	}
	return nil
}
