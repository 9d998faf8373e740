package exchange

import (
	"bytes"
	"encoding/base64"
	"encoding/json"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"
)

// retryAfter returns how long a response asks to wait: Retry-After in seconds or
// as a date (RFC 9110, 10.2.3), or the finer retry-after-ms that some servers
// add. A date is held against the server's own Date, so that a clock that is
// wrong on either side does not matter. 0: it does not ask, or asks for nothing.
func retryAfter(h http.Header, now time.Time) time.Duration {
	const longest = 365 * 24 * time.Hour // larger numbers would overflow
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return time.Duration(min(ms, float64(longest.Milliseconds())) * float64(time.Millisecond))
	}
	value := strings.TrimSpace(h.Get("Retry-After"))
	if seconds, err := strconv.ParseFloat(value, 64); err == nil {
		if !(seconds > 0) {
			return 0
		}
		return time.Duration(min(seconds, longest.Seconds()) * float64(time.Second))
	}
	then, err := http.ParseTime(value)
	if err != nil {
		return 0
	}
	if date, err := http.ParseTime(h.Get("Date")); err == nil {
		now = date
	}
	return min(max(0, then.Sub(now)), longest)
}

// requestID finds the provider's name of an exchange.
func requestID(h http.Header) string {
	for _, name := range []string{"Request-Id", "X-Request-Id", "X-Goog-Request-Id"} {
		if id := h.Get(name); id != "" {
			return id
		}
	}
	return ""
}

// hidden stands where a key was.
const hidden = "[key]"

// hider returns a replacer of a key in every form in which a server or an error
// may repeat it. What is shorter than any provider's key, such as the "ollama"
// that stands for no key, is no secret: taking it out would mangle answers.
func hider(key string) *strings.Replacer {
	if len(key) < 12 {
		return strings.NewReplacer()
	}
	forms := []string{
		key, url.QueryEscape(key), url.PathEscape(key),
		base64.StdEncoding.EncodeToString([]byte(key)), base64.URLEncoding.EncodeToString([]byte(key)),
	}
	// In JSON, and in JSON within JSON.
	for i := 0; i < len(forms) && len(forms) < 20; i++ {
		quoted, _ := json.Marshal(forms[i])
		forms = append(forms, string(quoted[1:len(quoted)-1]), strings.ReplaceAll(forms[i], "/", `\/`))
	}
	var pairs []string
	for _, form := range forms {
		pairs = append(pairs, form, hidden)
	}
	return strings.NewReplacer(pairs...)
}

// hide takes the key out of a body; one that does not hold it is returned as it
// is.
func (c *Client) hide(text []byte) []byte {
	if replaced := c.secret.Replace(string(text)); !bytes.Equal([]byte(replaced), text) {
		return []byte(replaced)
	}
	return text
}
