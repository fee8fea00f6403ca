// The Go side of a contender: its file implements `contender`, and its main calls `run`. The modes are
// those of score.hpp.
package main

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"
	"os"
	"strconv"
	"syscall"
	"time"
)

type contender interface {
	// Passes on every value of a text, or says what is wrong with it.
	visit(text []byte, to *sink) error
}

const (
	beginObject = iota + 1
	endObject
	beginArray
	endArray
	yes
	no
	null
)

// What receives the values: their sums, or with `recording` the values themselves.
type sink struct {
	numbers, bytes, edges uint64
	recording             bool
	found                 []byte
}

func (s *sink) code(code uint64) {
	if s.recording {
		s.found = fmt.Appendf(s.found, "i%d\n", code)
	}
	s.numbers += code
}

func (s *sink) real(value float64) {
	if s.recording {
		s.found = fmt.Appendf(s.found, "r%d\n", math.Float64bits(value))
	}
	s.numbers += math.Float64bits(value)
}

func (s *sink) text(value string) {
	if s.recording {
		s.found = fmt.Appendf(s.found, "s%d:%s\n", len(value), value)
	}
	s.bytes += uint64(len(value))
	if len(value) > 0 {
		s.edges += uint64(value[0]) + uint64(value[len(value)-1])
	}
}

// What callgrind counts, by this name.
//
//go:noinline
func score_pass(one contender, text []byte, to *sink) {
	must(one.visit(text, to))
}

func must(err error) {
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

func documents(path string) (found [][]byte) {
	data, err := os.ReadFile(path)
	must(err)
	for len(data) > 0 {
		head, rest, _ := bytes.Cut(data, []byte("\n"))
		length, err := strconv.Atoi(string(head))
		must(err)
		found = append(found, rest[:length:length])
		data = rest[length+1:]
	}
	return found
}

func judge(one contender, input, output string, from int) {
	out, err := os.OpenFile(output, os.O_APPEND|os.O_WRONLY, 0)
	must(err)
	for _, text := range documents(input)[from:] {
		to, verdict := sink{recording: true}, "yes"
		if err := one.visit(text, &to); err != nil {
			verdict, to.found = "no", []byte(err.Error())
		}
		// At once: the next document may end the process.
		_, err := out.Write(fmt.Appendf(nil, "%s %d\n%s\n", verdict, len(to.found), to.found))
		must(err)
	}
}

// Of all threads, the garbage collector's among them.
func cpu() int64 {
	var used syscall.Rusage
	must(syscall.Getrusage(syscall.RUSAGE_SELF, &used))
	return used.Utime.Nano() + used.Stime.Nano()
}

func run(one contender, version string) {
	words := append(os.Args[1:], "", "", "", "")
	to := &sink{}
	number := func(i int) int { n, err := strconv.Atoi(words[i]); must(err); return n }
	switch words[0] {
	case "version":
		fmt.Println(version)
	case "judge":
		judge(one, words[1], words[2], number(3))
	case "time":
		all := documents(words[1])
		for range number(2) {
			start := cpu()
			for _, text := range all {
				score_pass(one, text, to)
			}
			fmt.Println(cpu() - start)
		}
		fmt.Println("sum", to.numbers, to.bytes, to.edges)
	case "records":
		all, spent := documents(words[1]), []byte{}
		for range number(2) {
			for _, text := range all {
				start := time.Now()
				score_pass(one, text, to)
				bits := math.Float32bits(float32(time.Since(start)))
				spent = binary.LittleEndian.AppendUint32(spent, bits)
			}
		}
		must(os.WriteFile(words[3], spent, 0o644))
	case "count":
		for _, text := range documents(words[1]) {
			// Buffers grow in the first pass over each document.
			score_pass(one, text, to)
			score_pass(one, text, to)
		}
	default:
		os.Exit(2)
	}
}
