package grade

import (
	"context"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"encoding/json"

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

// programKey is the SHA-256, hex, over all that a judgement depends on, each
// part preceded by its length.
func programKey(version string, p lang.Program) string {
	h := sha256.New()
	part := func(s string) {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(s)))
		h.Write(n[:])
		h.Write([]byte(s))
	}
	part(version)
	part(p.Target.Language)
	part(p.Target.Version)
	part(p.Module.Dir)
	for _, list := range [][]lang.File{p.Module.Files, p.Files} {
		var n [8]byte
		binary.BigEndian.PutUint64(n[:], uint64(len(list)))
		h.Write(n[:])
		for _, f := range list {
			part(f.Name)
			part(f.Text)
		}
	}
	return hex.EncodeToString(h.Sum(nil))
}
