//go:build unix && !linux

package mcptool_test

func zombie(int) bool { return false }
