package factdb

import "testing"

// What a snapshot keeps of pages is bounded, and a page is its own.
func TestUnpackedIsBounded(t *testing.T) {
	var u unpacked
	for i := range int64(3000) {
		page := make([]byte, 10_000)
		page[0] = byte(i)
		u.put(i, page)
		u.put(i, page)
		if u.size > maxUnpacked {
			t.Fatalf("%d bytes are kept", u.size)
		}
		if got, ok := u.get(i); !ok || got[0] != byte(i) {
			t.Fatalf("page %d is not there, or another's", i)
		}
	}
	if len(u.pages) == 3000 || len(u.pages)*10_000 != u.size {
		t.Errorf("%d pages of 10,000 bytes are counted as %d bytes", len(u.pages), u.size)
	}
	u.put(-1, make([]byte, maxUnpacked))
	if _, ok := u.get(-1); ok {
		t.Error("a page that is too large was kept")
	}
}
