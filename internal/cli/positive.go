package cli

import (
	"errors"
	"strconv"
	"time"
)

// positive is the value of a flag that takes a whole number from 1 on.
type positive int

func (v *positive) String() string { return strconv.Itoa(int(*v)) }

func (v *positive) Type() string { return "int" }

// Set reads the value.
func (v *positive) Set(text string) error {
	n, err := strconv.Atoi(text)
	if err != nil || n < 1 {
		return errors.New("want a whole number from 1 on")
	}
	*v = positive(n)
	return nil
}

// lasting is the value of a flag that takes a time above 0.
type lasting time.Duration

func (v *lasting) String() string { return time.Duration(*v).String() }

func (v *lasting) Type() string { return "duration" }

// Set reads the value.
func (v *lasting) Set(text string) error {
	d, err := time.ParseDuration(text)
	if err != nil || d <= 0 {
		return errors.New("want a time above 0, as in 30s or 5m")
	}
	*v = lasting(d)
	return nil
}
