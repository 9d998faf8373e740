//go:build !linux

package sandbox

func victim() bool { return false }
