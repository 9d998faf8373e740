package cli

import (
	"bytes"
	"errors"
	"fmt"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"
	"reflect"
	"strings"
	"time"

	"github.com/pelletier/go-toml/v2"

	"sooth/internal/nearest"
	"sooth/llm"
)

// configFile is the file of settings in the working folder.
const configFile = "sooth.toml"

// evalConfig is the table [eval] of sooth.toml: settings of extraction suites. A
// key that is nil is not set.
type evalConfig struct {
	SaveObservations   *bool    `toml:"save_observations"`
	DatabasePath       *string  `toml:"database_path"`
	FixturesDir        *string  `toml:"fixtures_dir"`
	Threshold          *float64 `toml:"regression_threshold"`
	MaxConcurrent      *int     `toml:"max_concurrent"`
	RetentionDays      *int     `toml:"retention_days"`
	RetentionMaxCount  *int     `toml:"retention_max_count"`
	InitialDelay       *int     `toml:"rate_limit_initial_delay_ms"`
	RateLimitMostTries *int     `toml:"rate_limit_max_retries"`
}

// evalKeys are the keys of [eval].
func evalKeys() (keys []string) {
	for _, f := range reflect.VisibleFields(reflect.TypeFor[evalConfig]()) {
		keys = append(keys, f.Tag.Get("toml"))
	}
	return keys
}

// evalConfig reads [eval] of sooth.toml in the working folder; no file, or no
// such table, sets nothing. Other tables are not looked at.
func (p *program) evalConfig() (evalConfig, error) {
	var file struct {
		Eval evalConfig `toml:"eval"`
	}
	text, err := os.ReadFile(configFile)
	if errors.Is(err, fs.ErrNotExist) {
		return file.Eval, nil
	}
	if err != nil {
		return file.Eval, usage(err)
	}
	err = toml.NewDecoder(bytes.NewReader(text)).DisallowUnknownFields().Decode(&file)
	var unknown *toml.StrictMissingError
	var wrong *toml.DecodeError
	switch {
	case errors.As(err, &unknown):
		for _, e := range unknown.Errors {
			if key := e.Key(); len(key) > 1 && key[0] == "eval" {
				line, column := e.Position()
				return file.Eval, usage(fmt.Errorf("%s:%d:%d: [eval] has an unknown key %q; hint: %s", configFile, line, column, key[1], nearest.Hint(key[1], evalKeys())))
			}
		}
	case errors.As(err, &wrong):
		line, column := wrong.Position()
		return file.Eval, usage(fmt.Errorf("%s:%d:%d: %s", configFile, line, column, strings.TrimPrefix(wrong.Error(), "toml: ")))
	case err != nil:
		return file.Eval, usage(fmt.Errorf("%s: %w", configFile, err))
	}
	return file.Eval, file.Eval.check()
}

// check refuses numbers that cannot be meant.
func (c evalConfig) check() error {
	if t := c.Threshold; t != nil && !(*t > 0 && *t <= 1) {
		return usage(fmt.Errorf("%s: eval.regression_threshold is %v; hint: absolute points above 0 and at most 1, as in 0.05", configFile, *t))
	}
	for _, n := range []struct {
		name  string
		value *int
		least int
	}{{"max_concurrent", c.MaxConcurrent, 1}, {"retention_days", c.RetentionDays, 0}, {"retention_max_count", c.RetentionMaxCount, 0}, {"rate_limit_initial_delay_ms", c.InitialDelay, 1}, {"rate_limit_max_retries", c.RateLimitMostTries, 1}} {
		if n.value != nil && *n.value < n.least {
			return usage(fmt.Errorf("%s: eval.%s is %d; hint: %d or more", configFile, n.name, *n.value, n.least))
		}
	}
	return nil
}

// configured applies [eval] to a run: flags and the environment win.
func (p *program) configured(f *runFlags) error {
	c, err := p.evalConfig()
	if err != nil {
		return err
	}
	if f.threshold == 0 && c.Threshold != nil {
		f.threshold = *c.Threshold
	}
	if f.jobs == 0 && c.MaxConcurrent != nil {
		f.jobs = *c.MaxConcurrent
	}
	if c.FixturesDir != nil {
		p.say("note: eval.fixtures_dir of %s is not used: a suite names its fixtures", configFile)
	}
	if c.SaveObservations != nil && !*c.SaveObservations {
		p.say("note: eval.save_observations of %s is false, and answers are recorded all the same: sooth runs prune removes them", configFile)
	}
	policy := llm.ForExtraction(rand.Float64)
	if c.InitialDelay != nil {
		policy.Pause = time.Duration(*c.InitialDelay) * time.Millisecond
	}
	if c.RateLimitMostTries != nil {
		policy.Attempts = *c.RateLimitMostTries
	}
	f.policy = &policy
	return nil
}

// database moves runs to the folder of eval.database_path, unless --db or
// SOOTH_DB says otherwise.
func (p *program) database() error {
	if p.db != defaultDB {
		return nil
	}
	c, err := p.evalConfig()
	if err != nil || c.DatabasePath == nil {
		return err
	}
	dir := filepath.Dir(*c.DatabasePath)
	if rest, ok := strings.CutPrefix(dir, "~"); ok && (rest == "" || rest[0] == '/') {
		dir = p.getenv("HOME", "~") + rest
	}
	p.db = dir
	return nil
}
