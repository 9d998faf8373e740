package command

// Presets are the coding tools that are known by name. What they do by themselves
// is switched off as far as their flags go; the probe finds what is not.
func Presets() []Config {
	return []Config{
		{
			// https://code.claude.com/docs/en/cli-reference and "claude --help" of 2.1.330.
			Name:    "claude",
			Command: []string{"claude", "-p", "--output-format", "json", "--no-session-persistence", "--tools", "", "--strict-mcp-config", "--setting-sources", ""},
			System:  []string{"--append-system-prompt", "{system}"},
			Model:   []string{"--model", "{model}"},
			Environment: []string{
				"ANTHROPIC_API_KEY", "ANTHROPIC_AUTH_TOKEN", "ANTHROPIC_BASE_URL", "CLAUDE_CODE_OAUTH_TOKEN",
				"HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY", "NODE_EXTRA_CA_CERTS",
			},
			Set: []string{"CLAUDE_CODE_DISABLE_NONESSENTIAL_TRAFFIC=1", "DISABLE_AUTOUPDATER=1"},
			Answer: Answer{
				Format: "json", Text: "result", Stop: "stop_reason", Failed: "is_error", Message: "result", Models: "modelUsage", CostUSD: "total_cost_usd",
				Input: "usage.input_tokens", Output: "usage.output_tokens", CacheRead: "usage.cache_read_input_tokens", CacheWrite: "usage.cache_creation_input_tokens",
			},
			VersionArguments: []string{"--version"}, From: "2.1", Below: "3",
		},
		{
			// "codex exec --help" and "codex features list" of 0.169.0, and its configuration.
			// Which tools it offers besides depends on what it knows of the model: a catalog
			// that knows none leaves none. What is left stands in a sandbox without writing.
			Name: "codex",
			Command: []string{
				"codex", "exec", "--json", "--ephemeral", "--ignore-user-config", "--ignore-rules", "--skip-git-repo-check", "--sandbox", "read-only",
				"--disable", "shell_tool", "--disable", "unified_exec", "--disable", "view_image", "--disable", "multi_agent", "--disable", "goals",
				"-c", `web_search="disabled"`, "-c", `model_catalog_json="~/models.json"`, "-c", "tools.experimental_request_user_input.enabled=false",
				"-c", "skills.bundled.enabled=false", "-c", "analytics.enabled=false",
				// It reads neither variable by itself: a provider of ours does.
				"-c", `model_provider="named"`, "-c", `model_providers.named={name="named",base_url="{env.OPENAI_BASE_URL}",env_key="OPENAI_API_KEY",wire_api="responses"}`, "-",
			},
			Model:       []string{"--model", "{model}"},
			Environment: []string{"OPENAI_API_KEY", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"},
			Otherwise:   map[string]string{"OPENAI_BASE_URL": "https://api.openai.com/v1"},
			Home: map[string]string{"models.json": `{"models":[{"slug":"none","display_name":"none","supported_reasoning_levels":[],"shell_type":"disabled","visibility":"none",` +
				`"supported_in_api":false,"priority":0,"support_verbosity":false,"truncation_policy":{"mode":"bytes","limit":10000},"experimental_supported_tools":[],"base_instructions":""}]}` + "\n"},
			Answer: Answer{
				Format: "lines", Text: "item.text", Only: [2]string{"item.type", "agent_message"}, Message: "error.message",
				Input: "usage.input_tokens", Output: "usage.output_tokens", CacheRead: "usage.cached_input_tokens", CacheWrite: "usage.cache_write_input_tokens", CachedWithin: true,
			},
			VersionArguments: []string{"--version"}, From: "0.169", Below: "1",
		},
		{
			// "gemini --help" of 0.61.0 and its settings file: a list of built-in tools
			// that is empty.
			Name:        "gemini",
			Command:     []string{"gemini", "--output-format", "json", "--skip-trust", "--extensions", "none"},
			Model:       []string{"--model", "{model}"},
			Environment: []string{"GEMINI_API_KEY", "GOOGLE_GEMINI_BASE_URL", "HTTPS_PROXY", "HTTP_PROXY", "NO_PROXY"},
			Home:        map[string]string{".gemini/settings.json": `{"tools":{"core":[]},"security":{"auth":{"selectedType":"gemini-api-key"}},"privacy":{"usageStatisticsEnabled":false},"general":{"enableAutoUpdate":false}}` + "\n"},
			Answer: Answer{
				Format: "json", Text: "response", Message: "error.message", Models: "stats.models",
				Input: "stats.models.*.tokens.input", CacheRead: "stats.models.*.tokens.cached", Output: "stats.models.*.tokens.candidates+stats.models.*.tokens.thoughts",
			},
			VersionArguments: []string{"--version"}, From: "0.61", Below: "1",
		},
	}
}
