package llmtest

import (
	"encoding/json"
	"fmt"
	"net/http"

	"sooth/llm"
)

// stream sends an answer as server-sent events, as coding tools on the command
// line ask for it; the text comes in two pieces.
func stream(w http.ResponseWriter, wire wire, c Call, b Behaviour) {
	w.Header().Set("Content-Type", "text/event-stream; charset=utf-8")
	w.WriteHeader(http.StatusOK)
	control := http.NewResponseController(w)
	send := func(event string, value any) {
		if event != "" {
			fmt.Fprintf(w, "event: %s\n", event)
		}
		body, _ := json.Marshal(value)
		fmt.Fprintf(w, "data: %s\n\n", body)
		control.Flush()
	}
	whole := wire.answer(c, b, b.usage(c)).(object)
	switch wire.name() {
	case "anthropic":
		streamAnthropic(send, whole, b, c)
		return
	case "gemini":
		send("", whole) // each event is a whole response; this is the only one
		return
	case "responses":
		streamResponses(send, whole)
		return
	}
	streamOpenAI(send, whole, b, c)
	fmt.Fprint(w, "data: [DONE]\n\n")
}

// halves cuts a text in two.
func halves(text string) [2]string {
	at := len(text) / 2
	for at > 0 && at < len(text) && text[at]&0xC0 == 0x80 {
		at--
	}
	return [2]string{text[:at], text[at:]}
}

func streamAnthropic(send func(string, any), whole object, b Behaviour, c Call) {
	content := whole["content"].([]any)
	start := object{}
	for name, value := range whole {
		start[name] = value
	}
	start["content"], start["stop_reason"], start["stop_details"] = []any{}, nil, nil
	send("message_start", object{"type": "message_start", "message": start})
	for i, x := range content {
		block := x.(object)
		if block["type"] == "text" {
			send("content_block_start", object{"type": "content_block_start", "index": i, "content_block": object{"type": "text", "text": ""}})
			for _, piece := range halves(b.text(c)) {
				send("content_block_delta", object{"type": "content_block_delta", "index": i, "delta": object{"type": "text_delta", "text": piece}})
			}
		} else {
			send("content_block_start", object{"type": "content_block_start", "index": i, "content_block": object{
				"type": "tool_use", "id": block["id"], "name": block["name"], "input": object{},
			}})
			input, _ := block["input"].(json.RawMessage)
			for _, piece := range halves(string(input)) {
				send("content_block_delta", object{"type": "content_block_delta", "index": i, "delta": object{"type": "input_json_delta", "partial_json": piece}})
			}
		}
		send("content_block_stop", object{"type": "content_block_stop", "index": i})
	}
	send("message_delta", object{
		"type":  "message_delta",
		"delta": object{"stop_reason": whole["stop_reason"], "stop_sequence": nil, "stop_details": whole["stop_details"]},
		"usage": whole["usage"],
	})
	send("message_stop", object{"type": "message_stop"})
}

func streamOpenAI(send func(string, any), whole object, b Behaviour, c Call) {
	choice := whole["choices"].([]any)[0].(object)
	message := choice["message"].(object)
	chunk := func(delta object, stop any) {
		send("", object{
			"id": whole["id"], "object": "chat.completion.chunk", "created": whole["created"], "model": whole["model"],
			"choices": []any{object{"index": 0, "delta": delta, "finish_reason": stop}},
		})
	}
	chunk(object{"role": "assistant", "content": ""}, nil)
	if b.Stop == llm.ToolUse {
		for i, x := range message["tool_calls"].([]any) {
			call := x.(object)
			chunk(object{"tool_calls": []any{object{"index": i, "id": call["id"], "type": "function", "function": call["function"]}}}, nil)
		}
	} else if refusal, ok := message["refusal"].(string); ok {
		chunk(object{"refusal": refusal}, nil)
	} else {
		for _, piece := range halves(b.text(c)) {
			chunk(object{"content": piece}, nil)
		}
	}
	chunk(object{}, choice["finish_reason"])
	send("", object{
		"id": whole["id"], "object": "chat.completion.chunk", "created": whole["created"], "model": whole["model"],
		"choices": []any{}, "usage": whole["usage"],
	})
}
