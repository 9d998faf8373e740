package plant

import (
	"encoding/json"
	"io"

	"sooth/suite"
)

// Write writes planted faults as planted.jsonl has them, one object a line;
// < and > stand for themselves, since the texts are code.
func Write(w io.Writer, planted []suite.Planted) error {
	e := json.NewEncoder(w)
	e.SetEscapeHTML(false)
	for _, p := range planted {
		if err := e.Encode(p); err != nil {
			return err
		}
	}
	return nil
}
