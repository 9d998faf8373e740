package world

import (
	"bytes"
	"context"
	"errors"
	"io/fs"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"sync"
	"sync/atomic"
	"unicode/utf8"
)

// corpus is a set of files that words are searched in.
type corpus struct {
	names   []string // absolute
	shown   []string // as occurrences have them
	short   string
	asked   atomic.Int32
	holders once[map[uint64][]int32] // hash of a word → files with it
	texts   once[[][]byte]           // of all files, if they are few; nil: they are read when needed
}

// maxTexts bounds, in bytes, what is kept of the texts of a corpus.
const maxTexts = 48 << 20

// text returns the text of a file.
func (c *corpus) text(texts [][]byte, i int) ([]byte, error) {
	if texts != nil && texts[i] != nil {
		return texts[i], nil
	}
	return os.ReadFile(c.names[i])
}

// keep reads all files once, unless they are too large to be kept.
func (c *corpus) keep(ctx context.Context) ([][]byte, error) {
	return c.texts.get(func() ([][]byte, error) {
		texts := make([][]byte, len(c.names))
		var size atomic.Int64
		err := c.through(ctx, nil, func(i int, data []byte) {
			if size.Add(int64(len(data))) <= maxTexts {
				texts[i] = data
			}
		})
		return texts, err
	})
}

// holding returns the files that have a word, in order: all of them.
func (c *corpus) holding(ctx context.Context, word string) ([]int32, error) {
	if c.asked.Add(1) > plainSearches && indexable(word) {
		index, err := c.holders.get(func() (map[uint64][]int32, error) { return c.index(ctx) })
		return index[hashWord(word)], err
	}
	hit := make([]bool, len(c.names))
	if err := c.each(ctx, func(i int, data []byte) { hit[i] = hasWord(data, word) }); err != nil {
		return nil, err
	}
	var files []int32
	for i, h := range hit {
		if h {
			files = append(files, int32(i))
		}
	}
	return files, nil
}

// search returns the places of a word; without all, a few that show that it is a
// name are enough.
func (c *corpus) search(ctx context.Context, word string, all bool) (Occurrences, error) {
	found := Occurrences{Files: len(c.names), Short: c.short}
	texts, err := c.keep(ctx)
	if err != nil {
		return found, err
	}
	files, err := c.holding(ctx, word)
	if err != nil {
		return found, err
	}
	strong := 0
	for n, i := range files {
		if !all && strong > 0 && n >= 2 {
			break
		}
		if n >= maxHolders || len(found.List) >= maxOccurrences {
			found.Cut = true
			break
		}
		data, err := c.text(texts, int(i))
		if err != nil || len(data) > maxFile {
			continue
		}
		for _, o := range occurrences(c.names[i], data, word) {
			o.File = c.shown[i]
			if o.Where <= InText {
				strong++
			}
			found.List = append(found.List, o)
		}
	}
	slices.SortStableFunc(found.List, func(a, b Occurrence) int { return int(a.Where) - int(b.Where) })
	return found, ctx.Err()
}

// each hands the text of every file to do, on all processors.
func (c *corpus) each(ctx context.Context, do func(i int, data []byte)) error {
	texts, err := c.keep(ctx)
	if err != nil {
		return err
	}
	return c.through(ctx, texts, do)
}

// through is each with the texts that are kept.
func (c *corpus) through(ctx context.Context, texts [][]byte, do func(i int, data []byte)) error {
	var next atomic.Int64
	var group sync.WaitGroup
	for range runtime.GOMAXPROCS(0) {
		group.Add(1)
		go func() {
			defer group.Done()
			for ctx.Err() == nil {
				i := int(next.Add(1)) - 1
				if i >= len(c.names) {
					return
				}
				if data, err := c.text(texts, i); err == nil {
					do(i, data)
				}
			}
		}()
	}
	group.Wait()
	return ctx.Err()
}

// index reads all files once and remembers which words are in which: in all of
// them, so that it finds what a plain search would.
func (c *corpus) index(ctx context.Context) (map[uint64][]int32, error) {
	words := make([]map[uint64]struct{}, len(c.names))
	err := c.each(ctx, func(i int, data []byte) {
		if bytes.IndexByte(data[:min(len(data), 512)], 0) >= 0 {
			return // no text
		}
		set := map[uint64]struct{}{}
		start := -1
		for k := 0; k <= len(data); k++ {
			if k < len(data) && inWord(data[k]) {
				if start < 0 {
					start = k
				}
				continue
			}
			if start >= 0 {
				if k-start >= 2 && k-start <= 200 {
					set[hashBytes(data[start:k])] = struct{}{}
				}
				start = -1
			}
		}
		words[i] = set
	})
	if err != nil {
		return nil, err
	}
	index := map[uint64][]int32{}
	for i, set := range words {
		for h := range set {
			index[h] = append(index[h], int32(i))
		}
		words[i] = nil
	}
	return index, nil
}

// indexable reports whether a word is one that the index of words has.
func indexable(word string) bool {
	for i := range len(word) {
		if !inWord(word[i]) {
			return false
		}
	}
	return len(word) >= 2 && len(word) <= 200
}

func inWord(b byte) bool {
	return b == '_' || b >= '0' && b <= '9' || b >= 'a' && b <= 'z' || b >= 'A' && b <= 'Z' || b >= utf8.RuneSelf
}

func hashWord(s string) uint64 { return hashBytes([]byte(s)) }

// hashBytes is FNV-1a, 64 bits.
func hashBytes(b []byte) uint64 {
	h := uint64(14695981039346656037)
	for _, c := range b {
		h = (h ^ uint64(c)) * 1099511628211
	}
	return h
}

// folderCorpus is the files of some folders, not of those below them.
func folderCorpus(dirs []string) (*corpus, error) {
	c := &corpus{}
	for _, dir := range dirs {
		entries, err := os.ReadDir(dir)
		if errors.Is(err, fs.ErrNotExist) {
			continue
		}
		if err != nil {
			return nil, err
		}
		for _, e := range entries {
			if e.Type().IsRegular() && !isMarkdown(e.Name()) {
				name := filepath.Join(dir, e.Name())
				c.names, c.shown = append(c.names, name), append(c.shown, filepath.ToSlash(name))
			}
		}
	}
	return c, nil
}
