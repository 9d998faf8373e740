package grade

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"
	"hash"

	"sooth/lang"
	"sooth/oracle/code"
	"sooth/score"
)

// Cache keeps what the code oracle found, by program. Values are opaque and may
// be dropped at will. It must be safe for concurrent use.
type Cache interface {
	Get(ctx context.Context, key string) (value []byte, found bool, err error)
	Put(ctx context.Context, key string, value []byte) error
}

// judge asks the code oracle, or takes what it found of the same program before;
// brief: the criteria of that alone.
func (g *Grader) judge(ctx context.Context, p lang.Program, brief bool) (code.Judgement, error) {
	if g.Verdicts == nil {
		return g.Code.Judge(ctx, p)
	}
	key := "verdict:" + programKey(g.Code.Version(), p)
	if value, found, err := g.Verdicts.Get(ctx, key); err == nil && found {
		if judged, err := recall(value, brief); err == nil {
			return judged, nil
		}
	}
	judged, err := g.Code.Judge(ctx, p)
	if err != nil {
		return judged, err
	}
	if value, err := json.Marshal(judged); err == nil {
		// A cache that cannot be written costs time, not truth.
		_ = g.Verdicts.Put(ctx, key, value)
	}
	return judged, nil
}

// recall reads a judgement that was kept; brief: its criteria alone.
func recall(value []byte, brief bool) (judged code.Judgement, err error) {
	if !brief {
		return judged, json.Unmarshal(value, &judged)
	}
	var part struct {
		Criteria map[string]score.Result `json:"criteria"`
	}
	err = json.Unmarshal(value, &part)
	return code.Judgement{Criteria: part.Criteria}, err
}

// programKey is the hash of all that a judgement depends on.
func programKey(version string, program lang.Program) string {
	p := newParts()
	p.texts(version, program.Target.Language, program.Target.Version, program.Module.Dir)
	p.files(program.Module.Files)
	p.files(program.Files)
	return p.sum()
}

// parts makes keys: a SHA-256 over texts, each preceded by its length.
type parts struct{ hash.Hash }

func newParts() parts { return parts{sha256.New()} }

func (p parts) number(n int) {
	var b [8]byte
	binary.BigEndian.PutUint64(b[:], uint64(n))
	p.Write(b[:])
}

func (p parts) texts(list ...string) {
	for _, s := range list {
		p.number(len(s))
		p.Write([]byte(s))
	}
}

func (p parts) files(list []lang.File) {
	p.number(len(list))
	for _, f := range list {
		p.texts(f.Name, f.Text)
	}
}

// sum returns the key, in hex.
func (p parts) sum() string { return hex.EncodeToString(p.Sum(nil)) }
