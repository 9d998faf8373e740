package label

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
)

// HeldOut says whether what is known of a symbol belongs to the held-out half,
// which no rule of the judge may be tuned on. The rule was fixed before the
// labels were made: the lowest bit of the first byte of the SHA-256 of module,
// line feed, symbol. The module is named without its version, so that a newer
// one keeps its halves.
func HeldOut(module, symbol string) bool {
	path, _, _ := strings.Cut(module, "@")
	sum := sha256.Sum256([]byte(path + "\n" + symbol))
	return sum[0]&1 == 1
}

// Half names the held-out half of a module's declared symbols: how many there
// are, how many of them are held out, and the SHA-256 of their sorted names,
// one a line.
func Half(module string, symbols []string) string {
	all := slices.Compact(slices.Sorted(slices.Values(symbols)))
	sum, n := sha256.New(), 0
	for _, s := range all {
		if HeldOut(module, s) {
			fmt.Fprintln(sum, s)
			n++
		}
	}
	return fmt.Sprintf("%s %d %d %s", module, len(all), n, hex.EncodeToString(sum.Sum(nil)))
}
