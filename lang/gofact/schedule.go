package gofact

import (
	"container/heap"
	"context"
	"sync"
)

// job is something to do after other jobs.
type job struct {
	index int // of those that can be done, the lowest is next
	run   func(ctx context.Context) error
	waits int
	next  []*job
}

// after makes j wait for another job, which may be nil.
func (j *job) after(other *job) {
	if other != nil && other != j {
		other.next = append(other.next, j)
		j.waits++
	}
}

// schedule prepares the packages of the tree, and those beside it that may
// change, and reads the units.
func (o *run) schedule(ctx context.Context, u *universe, units []*unit) error {
	for _, un := range units {
		if un.pack != nil {
			un.pack.unit = un.name
		}
	}
	var jobs []*job
	byPack := map[*pack]*job{}
	add := func(do func(ctx context.Context) error) *job {
		j := &job{index: len(jobs), run: do}
		jobs = append(jobs, j)
		return j
	}
	for _, k := range u.order {
		if k.fixed {
			continue
		}
		if !k.own {
			k.unit = outsideUnit(k.listed.ImportPath)
		}
		j := add(func(ctx context.Context) error {
			if err := u.prepare(ctx, k); err != nil {
				return err
			}
			return o.outsideShape(k)
		})
		for _, d := range k.deps {
			j.after(byPack[d])
		}
		byPack[k] = j
	}
	for _, un := range units {
		j := add(func(ctx context.Context) error { return o.unit(ctx, u, un) })
		if un.pack != nil {
			j.after(byPack[un.pack])
		}
		for _, k := range un.imports {
			j.after(byPack[k])
			if k.unit != "" && !k.own {
				un.depends[k.unit] = true
			}
		}
	}
	return perform(ctx, jobs, o.jobs)
}

// perform does jobs, as many at once as workers.
func perform(ctx context.Context, jobs []*job, workers int) error {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	var (
		mu    sync.Mutex
		ready jobHeap
		left  = len(jobs)
		first error
		wait  sync.WaitGroup
	)
	wake := sync.NewCond(&mu)
	for _, j := range jobs {
		if j.waits == 0 {
			ready = append(ready, j)
		}
	}
	heap.Init(&ready)
	for range max(workers, 1) {
		wait.Go(func() {
			mu.Lock()
			defer mu.Unlock()
			for {
				for len(ready) == 0 && left > 0 && first == nil {
					wake.Wait()
				}
				if left == 0 || first != nil {
					return
				}
				j := heap.Pop(&ready).(*job)
				mu.Unlock()
				err := ctx.Err()
				if err == nil {
					err = j.run(ctx)
				}
				mu.Lock()
				j.run = nil
				left--
				if err != nil && first == nil {
					first = err
					cancel()
				}
				for _, n := range j.next {
					if n.waits--; n.waits == 0 {
						heap.Push(&ready, n)
					}
				}
				wake.Broadcast()
			}
		})
	}
	wait.Wait()
	return first
}

// jobHeap holds the jobs that can be done.
type jobHeap []*job

func (h jobHeap) Len() int           { return len(h) }
func (h jobHeap) Less(i, j int) bool { return h[i].index < h[j].index }
func (h jobHeap) Swap(i, j int)      { h[i], h[j] = h[j], h[i] }
func (h *jobHeap) Push(x any)        { *h = append(*h, x.(*job)) }
func (h *jobHeap) Pop() any {
	old := *h
	x := old[len(old)-1]
	*h = old[:len(old)-1]
	return x
}
