package llmtest

import "maps"

// streamResponses sends an answer as events that are numbered from 0.
func streamResponses(send func(string, any), whole object) {
	number := 0
	event := func(kind string, members object) {
		members["type"], members["sequence_number"] = kind, number
		number++
		send(kind, members)
	}
	with := func(o, changed object) object {
		all := maps.Clone(o)
		maps.Copy(all, changed)
		return all
	}
	begun := with(whole, object{"status": "in_progress", "output": []any{}, "usage": nil, "error": nil, "incomplete_details": nil})
	event("response.created", object{"response": begun})
	event("response.in_progress", object{"response": begun})
	for i, x := range whole["output"].([]any) {
		item := x.(object)
		place := object{"item_id": item["id"], "output_index": i}
		if item["type"] == "function_call" {
			event("response.output_item.added", object{"output_index": i, "item": with(item, object{"status": "in_progress", "arguments": ""})})
			arguments := item["arguments"].(string)
			for _, piece := range halves(arguments) {
				event("response.function_call_arguments.delta", with(place, object{"delta": piece}))
			}
			event("response.function_call_arguments.done", with(place, object{"name": item["name"], "arguments": arguments}))
		} else {
			event("response.output_item.added", object{"output_index": i, "item": with(item, object{"status": "in_progress", "content": []any{}})})
			part := item["content"].([]any)[0].(object)
			place["content_index"] = 0
			member, kind := "text", "response.output_text"
			if part["type"] == "refusal" {
				member, kind = "refusal", "response.refusal"
			}
			text := part[member].(string)
			event("response.content_part.added", with(place, object{"part": with(part, object{member: ""})}))
			for _, piece := range halves(text) {
				event(kind+".delta", with(place, object{"delta": piece}))
			}
			event(kind+".done", with(place, object{member: text}))
			event("response.content_part.done", with(place, object{"part": part}))
		}
		event("response.output_item.done", object{"output_index": i, "item": item})
	}
	event("response."+whole["status"].(string), object{"response": whole})
}
