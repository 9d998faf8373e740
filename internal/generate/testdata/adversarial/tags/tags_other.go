//go:build !plan9

package tags

func name() string { return "some other system" }
