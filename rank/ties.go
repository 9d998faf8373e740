package rank

// Tied is what remains of a measure when nothing but chance orders documents
// of equal score: the mean over all their orders, the least and the most.
type Tied struct {
	Expected float64
	Min, Max float64
	Reason   string // why there is none; empty where there is one
}

func (w *worker) ties(t *Topic) []Tied { return nil }
