package index

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"sync"
	"time"

	"sooth/fact"
)

// racyMargin is how long before the beginning of an index a file must have been
// written for its time to be trusted: one written later may be written again
// within the same tick of the file system's clock. Two seconds are the tick of
// the coarsest one in use.
const racyMargin = 2 * time.Second

// looked is a file as it is now.
type looked struct {
	fact.Stamp
	lines int    // where it was read
	read  bool   // it was: its stamp differs from the last one
	open  string // why it could not be read whole
}

// stamps compares files with what was known of them. A file whose stamp is the
// same is not read. The result is in the order of files, with the paths that
// changed, came or went.
func stamps(ctx context.Context, root *os.Root, files []found, known []fact.Stamp, started time.Time, limits Limits, progress func(done, total int)) (now []looked, changed []string, err error) {
	before := make(map[string]fact.Stamp, len(known))
	for _, s := range known {
		before[s.Path] = s
	}
	now = make([]looked, len(files))
	var todo []int
	for i, f := range files {
		old, there := before[f.Path]
		now[i] = looked{Stamp: f.Stamp}
		if there && old.Size == f.Size && old.Modified == f.Modified && old.Inode == f.Inode {
			now[i].Hash = old.Hash
		} else {
			todo = append(todo, i)
		}
	}
	if err := readAll(ctx, root, files, now, todo, limits, progress); err != nil {
		return nil, nil, err
	}
	for i := range now {
		f := &now[i]
		old, there := before[f.Path]
		delete(before, f.Path)
		if f.read && (!there || f.Hash == "" || f.Hash != old.Hash) {
			changed = append(changed, f.Path)
		}
		if f.Modified >= started.Add(-racyMargin).UnixNano() {
			f.Modified = 0 // no file has this time: the next index reads it
		}
	}
	for _, s := range known { // in order
		if _, gone := before[s.Path]; gone {
			changed = append(changed, s.Path)
		}
	}
	return now, changed, nil
}

// workers is how many files are read at once.
const workers = 2

func readAll(ctx context.Context, root *os.Root, files []found, now []looked, todo []int, limits Limits, progress func(done, total int)) error {
	next := make(chan int)
	var group sync.WaitGroup
	for range min(workers, len(todo)) {
		group.Go(func() {
			buffer := make([]byte, 64<<10)
			for i := range next {
				now[i].look(root, limits, buffer)
			}
		})
	}
	for n, i := range todo {
		if ctx.Err() != nil {
			break
		}
		next <- i
		if progress != nil {
			progress(n+1, len(todo))
		}
	}
	close(next)
	group.Wait()
	return ctx.Err()
}

// look reads a file: its hash and its lines, counted as [source.Lines] counts
// them. What became something else than a plain file meanwhile is not read.
func (l *looked) look(root *os.Root, limits Limits, buffer []byte) {
	l.read = true
	if l.Size > limits.Size {
		l.open = fmt.Sprintf("it has %d bytes: lines are counted up to %d", l.Size, limits.Size)
		return
	}
	f, err := openPlain(root, filepath.FromSlash(l.Path))
	if err != nil {
		l.open = "it cannot be read: " + cause(err)
		return
	}
	defer f.Close()
	hash := sha256.New()
	last := byte('\n')
	size := int64(0)
	for {
		n, err := f.Read(buffer)
		part := buffer[:n]
		hash.Write(part)
		size += int64(n)
		for _, b := range part {
			if b == '\n' {
				l.lines++
			}
		}
		if n > 0 {
			last = part[n-1]
		}
		if err == io.EOF {
			break
		}
		if err != nil || size > limits.Size {
			l.open = "it cannot be read to its end"
			if err != nil {
				l.open += ": " + cause(err)
			}
			l.lines = 0
			return
		}
	}
	if last != '\n' {
		l.lines++
	}
	l.Hash = hex.EncodeToString(hash.Sum(nil))
}

// openPlain opens a plain file of the tree; the kind is asked again after
// opening, and opening never waits.
func openPlain(root *os.Root, name string) (*os.File, error) {
	f, err := root.OpenFile(name, os.O_RDONLY|noWait, 0)
	if err != nil {
		return nil, err
	}
	info, err := f.Stat()
	if err == nil && !info.Mode().IsRegular() {
		err = errors.New("it is no plain file")
	}
	if err != nil {
		return nil, errors.Join(err, f.Close())
	}
	return f, nil
}
