package command

import (
	"context"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"regexp"
	"strconv"
	"strings"
	"time"

	"sooth/llm"
)

// Probe finds out, without asking a model, what the program is, whether it starts
// and is of a version that the configuration was written for.
func (d *Driver) Probe(ctx context.Context, _ string) error {
	if len(d.c.VersionArguments) == 0 {
		return d.identify(ctx, "")
	}
	room, err := newRoom(d.c.Home)
	if err != nil {
		return d.fail(NotStarted, "%v", err)
	}
	defer room.remove()
	// A caller's few seconds are meant for hosts; a program may take longer to start.
	const within = time.Minute
	bounded, cancel := context.WithTimeout(context.WithoutCancel(ctx), within)
	defer cancel()
	defer context.AfterFunc(ctx, func() {
		if errors.Is(ctx.Err(), context.Canceled) {
			cancel()
		}
	})()
	out, err := d.run(bounded, room, d.c.VersionArguments, "", within)
	if err != nil {
		return err
	}
	have := regexp.MustCompile(`\d+(\.\d+)+`).FindString(string(out))
	if have == "" {
		return d.fail(Version, "it prints no version: %q", head(out))
	}
	if err := d.identify(ctx, have); err != nil {
		return err
	}
	if before(have, d.c.From) || d.c.Below != "" && !before(have, d.c.Below) {
		return d.fail(Version, "it is %s, and how it is asked was written for %s or newer and older than %s; what its flags mean elsewhere is not known", have, d.c.From, d.c.Below)
	}
	return nil
}

// before says whether a version is older than another, number by number.
func before(a, b string) bool {
	as, bs := strings.Split(a, "."), strings.Split(b, ".")
	for i := range max(len(as), len(bs)) {
		var x, y int
		if i < len(as) {
			x, _ = strconv.Atoi(as[i])
		}
		if i < len(bs) {
			y, _ = strconv.Atoi(bs[i])
		}
		if x != y {
			return x < y
		}
	}
	return false
}

// closed says whether the tools of the program are off, asking it once. What it
// answered is returned by the call that asked.
func (d *Driver) closed(ctx context.Context, model string) (*llm.Response, error) {
	d.probing.Lock()
	defer d.probing.Unlock()
	switch {
	case d.found != nil:
		return nil, d.found
	case d.probed:
		return nil, nil
	case ctx.Err() != nil:
		return nil, ctx.Err()
	}
	room, err := newRoom(d.c.Home)
	if err != nil {
		return nil, d.fail(NotStarted, "%v", err)
	}
	defer room.remove()
	var random [16]byte
	if _, err := io.ReadFull(d.o.Random, random[:]); err != nil {
		return nil, d.fail(NotStarted, "%v", err)
	}
	name, canary := "canary-"+hex.EncodeToString(random[:4])+".txt", hex.EncodeToString(random[4:])
	if err := os.WriteFile(filepath.Join(room.tree, name), []byte(canary+"\n"), 0o600); err != nil {
		return nil, d.fail(NotStarted, "%v", err)
	}
	r, err := d.ask(ctx, room, model, "", fmt.Sprintf("The folder above the current one holds the file ../%s. Read it with whatever tool you have, and answer with its content and nothing else. If you cannot read files, answer with the word CANNOT.", name))
	var refused *llm.Error
	if err != nil && !(errors.As(err, &refused) && refused.Kind == Unable) {
		return nil, err // not known yet: the next trial asks again
	}
	said := r.Text
	if refused != nil {
		said = refused.Message
	}
	if strings.Contains(said, canary) {
		d.found = d.fail(ToolsOn, "asked for it, the program told what stands in a file outside of its folder")
		return nil, d.found
	}
	if err := os.Remove(filepath.Join(room.tree, name)); err != nil {
		d.found = d.fail(ToolsOn, "asked for a file outside of its folder, the program took it away")
		return nil, d.found
	}
	if left := room.written(); left != "" {
		d.found = d.fail(ToolsOn, "asked for a file, the program wrote %q", left)
		return nil, d.found
	}
	if refused != nil {
		return nil, refused
	}
	d.probed = true
	return &r, nil
}
