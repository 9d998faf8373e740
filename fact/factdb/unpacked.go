package factdb

import "sync"

// maxUnpacked bounds, in bytes, what a snapshot keeps of the pages that it
// unpacked, so that who asks of a few files again and again unpacks them once.
const maxUnpacked = 4 << 20

// unpacked keeps pages as they were before they were packed. A snapshot shows
// one generation: a page of it does not change.
type unpacked struct {
	mutex sync.Mutex
	pages map[int64][]byte
	size  int // bytes
}

func (u *unpacked) get(id int64) ([]byte, bool) {
	u.mutex.Lock()
	defer u.mutex.Unlock()
	page, ok := u.pages[id]
	return page, ok
}

// put keeps a page; those before it are dropped when they are too many.
func (u *unpacked) put(id int64, page []byte) {
	if len(page) > maxUnpacked/4 {
		return
	}
	u.mutex.Lock()
	defer u.mutex.Unlock()
	if u.pages == nil || u.size+len(page) > maxUnpacked {
		u.pages, u.size = map[int64][]byte{}, 0
	}
	if u.pages[id] == nil {
		u.pages[id], u.size = page, u.size+len(page)
	}
}
