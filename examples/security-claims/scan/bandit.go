package main

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"os"
	"os/exec"
)

// banditFindings runs Debian's bandit.
func banditFindings(ctx context.Context, path string) ([]finding, error) {
	content, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	if len(bytes.TrimSpace(content)) == 0 {
		return nil, nil // bandit calls an empty file unreadable
	}
	command := exec.CommandContext(ctx, "bandit", "--quiet", "--format", "json", path)
	var stderr bytes.Buffer
	command.Stderr = &stderr
	out, err := command.Output()
	if code := command.ProcessState; code == nil || code.ExitCode() > 1 { // 1: something was found
		return nil, fmt.Errorf("bandit: %w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	var report struct {
		Errors []struct {
			Reason string `json:"reason"`
		} `json:"errors"`
		Results []struct {
			Test       string `json:"test_id"`
			Text       string `json:"issue_text"`
			Severity   string `json:"issue_severity"`
			Confidence string `json:"issue_confidence"`
			Line       int    `json:"line_number"`
		} `json:"results"`
	}
	if err := json.Unmarshal(out, &report); err != nil {
		return nil, fmt.Errorf("bandit: %w: %s", err, bytes.TrimSpace(stderr.Bytes()))
	}
	for _, e := range report.Errors {
		return nil, fmt.Errorf("bandit: %s", e.Reason)
	}
	var list []finding
	for _, r := range report.Results {
		list = append(list, finding{Rule: r.Test, Line: r.Line, Confidence: confidence(r.Confidence),
			severity: r.Severity, message: r.Text, code: linesOf(content, r.Line, r.Line)})
	}
	return list, nil
}
