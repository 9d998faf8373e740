package llmtest

import (
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"strings"

	"sooth/llm"
)

// gemini is the Gemini API, v1beta.
type gemini struct{}

func (gemini) name() string { return "gemini" }

func (gemini) key(h http.Header) string { return h.Get("X-Goog-Api-Key") }

// geminiFields are the members of a request that the API documents.
const geminiFields = "contents systemInstruction tools toolConfig safetySettings generationConfig cachedContent serviceTier store"

func (gemini) read(r *http.Request, body []byte) (Call, error) {
	var q struct {
		System struct{ Parts []struct{ Text string } } `json:"systemInstruction"`
		Config struct {
			MaxOutputTokens    int
			ResponseMimeType   string
			ResponseJSONSchema map[string]any `json:"responseJsonSchema"`
		} `json:"generationConfig"`
		Contents []struct {
			Role  string
			Parts []struct {
				Text             *string
				FunctionCall     *struct{ Name string }
				FunctionResponse *struct {
					Name     string
					Response map[string]any
				}
			}
		}
		Tools []struct {
			FunctionDeclarations []struct {
				Name                 string
				ParametersJSONSchema map[string]any `json:"parametersJsonSchema"`
				Parameters           map[string]any
			}
		}
	}
	if err := decode(body, &q, geminiFields); err != nil {
		return Call{}, err
	}
	name, verb, _ := strings.Cut(strings.TrimPrefix(r.URL.Path, "/v1beta/models/"), ":")
	switch {
	case verb != "generateContent" && !(verb == "streamGenerateContent" && r.URL.Query().Get("alt") == "sse"):
		return Call{}, fmt.Errorf("method %q is not known here", verb)
	case len(q.Contents) == 0:
		return Call{}, errors.New("* GenerateContentRequest.contents: contents is not specified")
	case q.Config.ResponseJSONSchema != nil && q.Config.ResponseMimeType != "application/json":
		return Call{}, errors.New("* GenerateContentRequest.generation_config: a schema needs response_mime_type application/json")
	}
	c := Call{Model: name, Turns: len(q.Contents), MaxTokens: q.Config.MaxOutputTokens, Schema: q.Config.ResponseJSONSchema != nil, Stream: verb == "streamGenerateContent"}
	for _, p := range q.System.Parts {
		c.System += p.Text
	}
	for i, m := range q.Contents {
		if m.Role != "user" && m.Role != "model" && m.Role != "" {
			//lint:ignore ST1005 the provider words it so
			return Call{}, errors.New("Please use a valid role: user, model.")
		}
		if len(m.Parts) == 0 {
			//lint:ignore ST1005 the provider words it so
			return Call{}, fmt.Errorf("* GenerateContentRequest.contents[%d].parts: contents.parts must not be empty.", i)
		}
		if m.Role == "model" {
			continue
		}
		c.Prompt, c.Results = "", nil
		for _, p := range m.Parts {
			switch {
			case p.FunctionResponse != nil:
				text, _ := json.Marshal(p.FunctionResponse.Response)
				c.Results = append(c.Results, string(text))
			case p.Text != nil:
				c.Prompt += *p.Text
			}
		}
	}
	for _, t := range q.Tools {
		for _, f := range t.FunctionDeclarations {
			if f.Name == "" {
				//lint:ignore ST1005 the provider words it so
				return Call{}, errors.New("* GenerateContentRequest.tools[0].function_declarations[0].name: Invalid function name.")
			}
			c.Tools = append(c.Tools, f.Name)
		}
	}
	return c, nil
}

func (gemini) answer(c Call, b Behaviour, u llm.Usage) any {
	usage := object{"totalTokenCount": sum(u.Input, u.CacheRead, u.Output), "promptTokenCount": sum(u.Input, u.CacheRead), "candidatesTokenCount": u.Output}
	if u.CacheRead != nil && *u.CacheRead > 0 {
		usage["cachedContentTokenCount"] = *u.CacheRead
	}
	id := fmt.Sprintf("%x", c.Hash[:12])
	if b.Stop == llm.Refusal { // the API has no word for it but this
		return object{
			"promptFeedback": object{"blockReason": "PROHIBITED_CONTENT"},
			"usageMetadata":  object{"promptTokenCount": sum(u.Input), "totalTokenCount": sum(u.Input)}, "modelVersion": c.Model, "responseId": id,
		}
	}
	parts := []any{}
	if text := b.text(c); text != "" {
		parts = append(parts, object{"text": text})
	}
	for _, t := range b.Calls {
		parts = append(parts, object{"functionCall": object{"name": t.Name, "args": t.Arguments}})
	}
	stop := map[llm.Stop]string{llm.Length: "MAX_TOKENS", llm.Safety: "SAFETY", llm.Other: "MALFORMED_FUNCTION_CALL"}[b.Stop]
	if stop == "" {
		stop = "STOP"
	}
	candidate := object{"index": 0, "finishReason": stop}
	if len(parts) > 0 {
		candidate["content"] = object{"role": "model", "parts": parts}
	}
	return object{"candidates": []any{candidate}, "usageMetadata": usage, "modelVersion": c.Model, "responseId": id}
}

// sum adds what is known.
func sum(counts ...*int) int {
	total := 0
	for _, n := range counts {
		if n != nil {
			total += *n
		}
	}
	return total
}

func (gemini) problem(status int, message string) any {
	word := map[int]string{
		400: "INVALID_ARGUMENT", 401: "UNAUTHENTICATED", 404: "NOT_FOUND", 429: "RESOURCE_EXHAUSTED", 500: "INTERNAL", 503: "UNAVAILABLE",
	}[status]
	return object{"error": object{"code": status, "message": message, "status": word}}
}

func (gemini) overloaded() int { return http.StatusServiceUnavailable }

func (gemini) models(id string, all []string) any {
	describe := func(id string) object {
		return object{"name": "models/" + id, "version": "1", "displayName": id, "supportedGenerationMethods": []string{"generateContent"}}
	}
	if id != "" {
		return describe(id)
	}
	list := []object{}
	for _, m := range all {
		list = append(list, describe(m))
	}
	return object{"models": list}
}
