// Package format holds the published schemas that are written beside what people edit.
package format

import _ "embed"

// SuiteFile is the name of the schema of suite.yaml.
const SuiteFile = "suite.schema.json"

// Suite is the schema of suite.yaml. An editor completes keys by it, without a
// network and as this version of sooth reads them.
//
//go:embed suite.schema.json
var Suite string
