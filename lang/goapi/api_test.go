package goapi

import "testing"

func BenchmarkLoad(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		if _, err := Load(goroot()); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkLoadAndAsk(b *testing.B) {
	b.ReportAllocs()
	for b.Loop() {
		a, err := Load(goroot())
		if err != nil {
			b.Fatal(err)
		}
		for _, pkg := range []string{"net/http", "os", "slices", "encoding/json", "time"} {
			a.Since(pkg, "Client.Do")
		}
	}
}
