package stat

import (
	"math/bits"
	"math/rand/v2"
	"runtime"
	"sync"
)

// everyResample returns the sums of all n^n resamples.
func everyResample(values []float64) []float64 {
	sums := []float64{0}
	for range values {
		next := make([]float64, 0, len(sums)*len(values))
		for _, s := range sums {
			for _, v := range values {
				next = append(next, s+v)
			}
		}
		sums = next
	}
	return sums
}

// resample draws the resamples on all processors. Without a statistic in the
// options it is the sum, which needs no copy of the sample.
func resample(values []float64, o BootstrapOptions, statistic func([]float64) float64) []float64 {
	out := make([]float64, o.Resamples)
	workers := min(runtime.GOMAXPROCS(0), o.Resamples)
	var wg sync.WaitGroup
	for w := range workers {
		wg.Go(func() {
			index := make([]uint32, len(values))
			var sample []float64
			if o.Statistic != nil {
				sample = make([]float64, len(values))
			}
			for i := w; i < len(out); i += workers {
				drawIndices(index, rand.NewPCG(o.Seed, uint64(i)))
				if o.Statistic == nil {
					out[i] = sumAt(values, index)
					continue
				}
				for j, k := range index {
					sample[j] = values[k]
				}
				out[i] = statistic(sample)
			}
		})
	}
	wg.Wait()
	return out
}

// drawIndices fills index with numbers below its length, with replacement. One
// 64-bit number makes two of them by multiplication (Lemire, ACM Transactions
// on Modeling and Computer Simulation 29, 2019); from 2^20 on one, so that no
// index is favoured by more than one part in four thousand.
func drawIndices(index []uint32, source *rand.PCG) {
	n := uint64(len(index))
	if n >= 1<<20 {
		for i := range index {
			high, _ := bits.Mul64(source.Uint64(), n)
			index[i] = uint32(high)
		}
		return
	}
	for ; len(index) >= 2; index = index[2:] {
		r := source.Uint64()
		index[0], index[1] = uint32(r>>32*n>>32), uint32(r&0xffffffff*n>>32)
	}
	if len(index) == 1 {
		index[0] = uint32(source.Uint64() >> 32 * n >> 32)
	}
}

// sumAt adds up the values at index, in two chains that a processor follows at
// once.
func sumAt(values []float64, index []uint32) float64 {
	var a, b float64
	for ; len(index) >= 2; index = index[2:] {
		a += values[index[0]]
		b += values[index[1]]
	}
	if len(index) == 1 {
		a += values[index[0]]
	}
	return a + b
}
