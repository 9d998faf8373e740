package behave

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"fmt"
	"strings"

	"sooth/lang"
	"sooth/score"
)

// Version identifies the rules and the surroundings: where they are equal, what is
// decided about equal items is equal.
func (o *Oracle) Version() string { return strings.Join(o.surroundings(), " ") }

// surroundings are what results depend on beside the item.
func (o *Oracle) surroundings() []string {
	list := []string{Version}
	if g := o.options.Go; g != nil {
		list = append(list, g.Version, g.OS, g.Arch)
	}
	if s := o.options.Sandbox; s != nil {
		list = append(list, s.Name())
	}
	l := o.options.Limits
	return append(list, fmt.Sprint(l.Wall, l.CPU, l.Memory, l.Processes, l.Disk, l.Output))
}

// key is the hash of all that a result depends on: SHA-256 over length-prefixed
// fields, hex.
func (o *Oracle) key(item Item) string {
	h := sha256.New()
	add := func(texts ...string) {
		for _, text := range texts {
			var size [8]byte
			binary.BigEndian.PutUint64(size[:], uint64(len(text)))
			h.Write(size[:])
			h.Write([]byte(text))
		}
	}
	files := func(list []lang.File) {
		add(fmt.Sprint(len(list)))
		for _, f := range list {
			add(f.Name, f.Text)
		}
	}
	add(o.surroundings()...)
	add(moduleFile(item.Module, "go.mod"), moduleFile(item.Module, "go.sum"), item.Module.Dir, fmt.Sprint(item.Control))
	files(item.Files)
	files(item.Tests)
	return hex.EncodeToString(h.Sum(nil))
}

// recall returns a decided result that is known. A cache that fails or holds
// something else costs time, nothing more.
func (o *Oracle) recall(ctx context.Context, key string) (score.Result, bool) {
	if o.options.Cache == nil {
		return score.Result{}, false
	}
	value, found, err := o.options.Cache.Get(ctx, key)
	if err != nil || !found {
		return score.Result{}, false
	}
	var r score.Result
	if json.Unmarshal(value, &r) != nil || !decided(r) {
		return score.Result{}, false
	}
	o.cached.Add(1)
	return r, true
}

// remember keeps a decided result; what could not be found out may be found
// out another time.
func (o *Oracle) remember(ctx context.Context, key string, r score.Result) {
	if o.options.Cache == nil || !decided(r) {
		return
	}
	if value, err := json.Marshal(r); err == nil {
		_ = o.options.Cache.Put(ctx, key, value) // what is not kept is found out again
	}
}

func decided(r score.Result) bool { return r.Outcome == score.Pass || r.Outcome == score.Fail }
