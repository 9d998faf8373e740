package world

import "crypto/sha256"

// Judged says that a text is judged: a file of the tree that holds it is no witness
// for what it says. It counts for words that were not searched for yet.
func (w *World) Judged(text string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	n := int64(len(text))
	if w.judged[n] == nil {
		w.judged[n] = map[[sha256.Size]byte]bool{}
	}
	w.judged[n][sha256.Sum256([]byte(text))] = true
}

// isJudged reports whether data is a text that is judged.
func (w *World) isJudged(data []byte) bool {
	sum := sha256.Sum256(data)
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.judged[int64(len(data))][sum]
}

// holdsJudged reports whether a file holds a text that is judged. It is read only if
// its size is that of one.
func (w *World) holdsJudged(name string, size int64) bool {
	w.mu.Lock()
	likely := w.judged[size] != nil
	w.mu.Unlock()
	if !likely {
		return false
	}
	data, err := w.Read(name)
	return err == nil && w.isJudged(data)
}
