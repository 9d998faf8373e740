package llmtest

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"

	"sooth/llm"
)

// Fault is a way to misbehave.
type Fault string

// The faults.
const (
	None       Fault = ""
	RateLimit  Fault = "rate limit"  // 429
	Overload   Fault = "overload"    // 529 or 503, as the provider does
	Crash      Fault = "crash"       // 500
	BadKey     Fault = "bad key"     // 401
	BadRequest Fault = "bad request" // 400
	NoModel    Fault = "no model"    // 404
	Credit     Fault = "credit"      // the provider's way to say that there is none left
	Hang       Fault = "hang"        // no answer, ever
	Drop       Fault = "drop"        // the connection ends before an answer
	Cut        Fault = "cut"         // the connection ends in the middle of a chunked answer
	HalfBody   Fault = "half body"   // it ends before Content-Length
	HalfJSON   Fault = "half json"   // a whole response whose JSON is not whole
	Garbage    Fault = "garbage"     // bytes that are not JSON
	WrongType  Fault = "wrong type"  // an answer that calls itself text/plain
	Page       Fault = "page"        // HTML with status 200
	Gateway    Fault = "gateway"     // HTML with status 502
	Hidden     Fault = "hidden"      // an error with status 200
	Strange    Fault = "strange"     // JSON of another shape
	Huge       Fault = "huge"        // more than anybody reads
	Moved      Fault = "moved"       // a redirect to another host
)

// Behaviour is how one call is answered.
type Behaviour struct {
	Latency time.Duration // before anything is sent
	Fault   Fault
	// RetryAfter goes with a fault that has a status, in seconds, or as a date;
	// fractions of seconds are rounded up.
	RetryAfter time.Duration
	AsDate     bool

	Text  string         // of the answer; "": a function of the call
	Calls []llm.ToolCall // with Stop llm.ToolUse
	Stop  llm.Stop       // "": llm.End
	Usage *llm.Usage     // nil: counted from the bytes of the call and the answer
}

// text is the text of an answer.
func (b Behaviour) text(c Call) string {
	switch {
	case b.Stop == llm.Empty, b.Stop == llm.Safety:
		return ""
	case b.Text != "":
		return b.Text
	case b.Stop == llm.ToolUse:
		return ""
	case c.Schema:
		return fmt.Sprintf(`{"answer":"%x"}`, c.Hash[:8])
	}
	return fmt.Sprintf("Answer %x of a server that is no model.", c.Hash[:8])
}

// usage counts tokens as if each had four bytes.
func (b Behaviour) usage(c Call) llm.Usage {
	if b.Usage != nil {
		return *b.Usage
	}
	input, output, none := len(c.Body)/4, len(b.text(c))/4+1, 0
	return llm.Usage{Input: &input, Output: &output, CacheRead: &none, CacheWrite: &none}
}

// answer writes what a behaviour is.
func (s *Server) answer(w http.ResponseWriter, r *http.Request, wire wire, c Call, b Behaviour) {
	if b.Latency > 0 && !s.pause(r.Context(), b.Latency) {
		return
	}
	status := http.StatusOK
	switch b.Fault {
	case Hang:
		s.count(0)
		select {
		case <-r.Context().Done():
		case <-s.closed:
		}
		panic(http.ErrAbortHandler)
	case Drop:
		s.count(0)
		panic(http.ErrAbortHandler)
	case RateLimit, Credit:
		status = http.StatusTooManyRequests
	case Overload:
		status = wire.overloaded()
	case Crash:
		status = http.StatusInternalServerError
	case BadKey:
		status = http.StatusUnauthorized
	case BadRequest:
		status = http.StatusBadRequest
	case NoModel:
		status = http.StatusNotFound
	case Gateway:
		status = http.StatusBadGateway
	case Moved:
		status = http.StatusTemporaryRedirect
		w.Header().Set("Location", "http://127.0.0.1:1/elsewhere?token=secret")
	}
	if b.RetryAfter > 0 {
		s.askToWait(w, c, b)
	}
	s.count(status)
	s.write(w, wire, c, b, status)
}

// askToWait asks a client to wait, and remembers until when.
func (s *Server) askToWait(w http.ResponseWriter, c Call, b Behaviour) {
	now := s.o.Now()
	wait := time.Duration((b.RetryAfter + time.Second - 1) / time.Second * time.Second)
	then := now.Add(wait)
	value := strconv.Itoa(int(wait / time.Second))
	if b.AsDate {
		then = then.Truncate(time.Second).Add(time.Second).UTC()
		value = then.Format(http.TimeFormat)
		w.Header().Set("Date", now.UTC().Format(http.TimeFormat))
	}
	w.Header().Set("Retry-After", value)
	s.mutex.Lock()
	s.notBefore[c.Hash] = then
	s.mutex.Unlock()
}

// write writes the response, or what is left of it.
func (s *Server) write(w http.ResponseWriter, wire wire, c Call, b Behaviour, status int) {
	var body []byte
	switch {
	case b.Fault == Credit:
		body, _ = json.Marshal(credit(wire))
	case b.Fault == Hidden:
		body, _ = json.Marshal(wire.problem(http.StatusInternalServerError, "an error in a success"))
	case status >= 400 && b.Fault != Gateway:
		body, _ = json.Marshal(wire.problem(status, "a fault on demand"))
	default:
		if c.Stream && status == http.StatusOK && b.Fault == None {
			stream(w, wire, c, b)
			return
		}
		body, _ = json.Marshal(wire.answer(c, b, b.usage(c)))
	}
	kind, declared := "application/json", len(body)
	switch b.Fault {
	case HalfJSON:
		body = body[:len(body)/2]
		declared = len(body)
	case HalfBody, Cut:
		body = body[:len(body)/2]
	case Garbage:
		body = []byte("\x00\xff\x17 this is no JSON at all {\x80")
		declared = len(body)
	case WrongType:
		kind = "text/plain"
	case Page, Gateway:
		kind, body = "text/html; charset=utf-8", []byte("<!DOCTYPE html>\n<html><head><title>Sign in to the network</title></head><body>…</body></html>\n")
		declared = len(body)
	case Strange:
		body = []byte(`{"status":"ok"}`)
		declared = len(body)
	case Huge:
		body = []byte(`{"text":"` + strings.Repeat("x", 33<<20) + `"}`)
		declared = len(body)
	}
	w.Header().Set("Content-Type", kind)
	if b.Fault != Cut {
		w.Header().Set("Content-Length", strconv.Itoa(declared))
	}
	w.WriteHeader(status)
	w.Write(body)
	if b.Fault == Cut || b.Fault == HalfBody {
		http.NewResponseController(w).Flush()
		panic(http.ErrAbortHandler)
	}
}

// credit is a provider's way to say that the account has no more of it.
func credit(wire wire) any {
	switch wire.name() {
	case "anthropic":
		return object{"type": "error", "error": object{
			"type": "rate_limit_error", "message": "The organization has reached its monthly spend limit.",
			"details": object{"error_code": "enforced_spend_limit_reached"},
		}, "request_id": "req_test"}
	case "openai", "responses":
		return object{"error": object{
			"message": "You exceeded your current quota, please check your plan and billing details.",
			"type":    "insufficient_quota", "param": nil, "code": "insufficient_quota",
		}}
	}
	return wire.problem(http.StatusTooManyRequests, "You exceeded your current quota.")
}

// object is a JSON object.
type object map[string]any

// writeJSON writes a response that is JSON.
func writeJSON(w http.ResponseWriter, status int, value any) {
	body, _ := json.Marshal(value)
	w.Header().Set("Content-Type", "application/json")
	w.WriteHeader(status)
	w.Write(body)
}
