// name: nothing
// note: the harness in Go alone
package main

type nothing struct{}

func (nothing) visit(text []byte, to *sink) error {
	to.real(float64(len(text)))
	return nil
}

func main() { run(nothing{}, "0") }
