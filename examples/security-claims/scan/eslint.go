package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
)

// eslintFindings runs the ESLint that setup has installed beside this program.
func eslintFindings(ctx context.Context, path string) ([]finding, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	self, err := os.Executable()
	if err != nil {
		return nil, err
	}
	home := filepath.Join(filepath.Dir(self), "eslint")
	command := exec.CommandContext(ctx, "node", filepath.Join("node_modules", "eslint", "bin", "eslint.js"),
		"--no-config-lookup", "--config", "eslint.config.mjs", "--format", "json", "--stdin", "--stdin-filename", "input.ts")
	command.Dir = home
	command.Stdin = bytes.NewReader(content)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if code := command.ProcessState; code == nil || code.ExitCode() > 1 { // 1: something was found
		return nil, fmt.Errorf("eslint: %w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	var reports []struct {
		Messages []struct {
			Rule     string `json:"ruleId"`
			Line     int    `json:"line"`
			Severity int    `json:"severity"`
			Fatal    bool   `json:"fatal"`
			Message  string `json:"message"`
		} `json:"messages"`
	}
	if err := json.Unmarshal(out, &reports); err != nil {
		return nil, fmt.Errorf("eslint: %w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	var list []finding
	for _, r := range reports {
		for _, m := range r.Messages {
			if m.Fatal || m.Rule == "" {
				return nil, fmt.Errorf("eslint: line %d: %s", m.Line, m.Message)
			}
			f := finding{Rule: m.Rule, Line: m.Line, Confidence: confidence("high"), severity: "high",
				message: m.Message, code: linesOf(content, m.Line, m.Line)}
			if m.Severity == 1 {
				f.Confidence, f.severity = confidence("medium"), "medium"
			}
			list = append(list, f)
		}
	}
	return list, nil
}
