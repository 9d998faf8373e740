package factmem_test

import (
	"testing"

	"sooth/fact"
	"sooth/fact/factmem"
	"sooth/fact/facttest"
)

func TestStore(t *testing.T) {
	facttest.Run(t, func(testing.TB) fact.Store { return factmem.New() })
}
