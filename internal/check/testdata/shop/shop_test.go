package shop

import "testing"

func TestServer(t *testing.T) {
	if NewServer("a").Name != "a" {
		t.Fatal("name")
	}
}
