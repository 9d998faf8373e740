package mcptool_test

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"strings"
	"testing"

	"sooth/tool"
	"sooth/tool/mcptool"
)

// speak is a server without the SDK, that knows one version of the protocol,
// whatever a client would like.
func speak(version string) {
	for lines := bufio.NewScanner(os.Stdin); lines.Scan(); {
		var m struct {
			ID     json.RawMessage
			Method string
			Params struct{ Arguments echoInput }
		}
		if err := json.Unmarshal(lines.Bytes(), &m); err != nil {
			os.Exit(1)
		}
		if m.ID == nil {
			continue // a notification
		}
		answer := `"error":{"code":-32601,"message":"method not found"}`
		switch m.Method {
		case "initialize":
			answer = `"result":{"protocolVersion":"` + version + `","capabilities":{"tools":{}},"serverInfo":{"name":"old","version":"0.1"}}`
		case "tools/list":
			answer = `"result":{"tools":[{"name":"echo","description":"says it again","inputSchema":{"type":"object"}}]}`
		case "tools/call":
			text, _ := json.Marshal(m.Params.Arguments.Text)
			answer = `"result":{"content":[{"type":"text","text":` + string(text) + `}]}`
		}
		fmt.Printf(`{"jsonrpc":"2.0","id":%s,%s}`+"\n", m.ID, answer)
	}
}

// TestProtocols: servers that know one version of the protocol only are agreed
// with on it, from the first that there was; one of a version that nobody knows
// is not used.
func TestProtocols(t *testing.T) {
	for _, version := range []string{"2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"} {
		s := start(t, "speaks "+version)
		tools, err := s.Tools(t.Context())
		if err != nil || len(tools) != 1 || s.About() != (mcptool.About{Name: "old", Version: "0.1", Protocol: version}) {
			t.Errorf("%s: %+v, %+v, %v", version, s.About(), tools, err)
		}
		if r, err := s.Call(t.Context(), "echo", echo("héllo")); err != nil || r.Text != "héllo" {
			t.Errorf("%s: %+v, %v", version, r, err)
		}
	}
	if newest := start(t, "").About().Protocol; newest < "2025-11-25" {
		t.Errorf("with a server that knows all versions %q was agreed on", newest)
	}
	var failure *tool.Failure
	if _, err := mcptool.Start(t.Context(), options(t, "speaks 1999-01-01")); !errors.As(err, &failure) || failure.Word != tool.NotStarted || !strings.Contains(failure.Reason, "1999-01-01") {
		t.Errorf("a version that nobody knows: %v", err)
	}
}
