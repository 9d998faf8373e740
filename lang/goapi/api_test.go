package goapi

import (
	"runtime"
	"testing"
)

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(runtime.GOROOT()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadAndAsk(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		a, err := Load(runtime.GOROOT())
		if err != nil {
			b.Fatal(err)
		}
		for _, pkg := range []string{"net/http", "os", "slices", "encoding/json", "time"} {
			a.Since(pkg, "Client.Do")
		}
	}
}
