// Runs a contender that is a JavaScript file, with the modes of score.hpp:
//
//   score.js FILE version | judge INPUT OUTPUT FROM | time INPUT PASSES | records INPUT PASSES OUT
//
// The file exports `version()`, and `visit(bytes, sink)`, which passes on every value and throws what is
// wrong with the bytes.
"use strict";
const fs = require("fs");
const path = require("path");

const codes = {beginObject: 1, endObject: 2, beginArray: 3, endArray: 4, yes: 5, no: 6, null: 7};

class Tally {
  numbers = 0; length = 0; edges = 0;
  code(name) { this.numbers += codes[name]; }
  real(value) { this.numbers += value; }
  text(value) {
    this.length += value.length;
    if (value.length) this.edges += value.charCodeAt(0) + value.charCodeAt(value.length - 1);
  }
}

class Text {
  found = [];
  static number = new DataView(new ArrayBuffer(8));
  code(name) { this.found.push(Buffer.from(`i${codes[name]}\n`)); }
  real(value) {
    Text.number.setFloat64(0, value);
    this.found.push(Buffer.from(`r${Text.number.getBigUint64(0)}\n`));
  }
  text(value) {
    const bytes = Buffer.from(value);
    this.found.push(Buffer.from(`s${bytes.length}:`), bytes, Buffer.from("\n"));
  }
}

function documents(name) {
  const data = fs.readFileSync(name), found = [];
  for (let at = 0; at < data.length;) {
    const end = data.indexOf(10, at);
    const length = Number(data.toString("latin1", at, end));
    found.push(data.subarray(end + 1, end + 1 + length));
    at = end + length + 2;
  }
  return found;
}

function judge(one, input, output, from) {
  for (const bytes of documents(input).slice(Number(from))) {
    const sink = new Text();
    let verdict = "yes", found;
    try {
      one.visit(bytes, sink);
      found = Buffer.concat(sink.found);
    } catch (error) {
      [verdict, found] = ["no", Buffer.from(String(error))];
    }
    // At once: the next document may end the process.
    fs.appendFileSync(output, Buffer.concat([Buffer.from(`${verdict} ${found.length}\n`), found,
      Buffer.from("\n")]));
  }
}

// Of all threads, in nanoseconds: the compiler's and the garbage collector's are among them.
function cpu() {
  const {user, system} = process.cpuUsage();
  return (user + system) * 1000;
}

function time(one, input, passes) {
  const all = documents(input), sink = new Tally();
  for (let pass = 0; pass < Number(passes); pass++) {
    const start = cpu();
    for (const bytes of all) one.visit(bytes, sink);
    console.log(cpu() - start);
  }
  console.log("sum", sink.numbers, sink.length, sink.edges);
}

function records(one, input, passes, output) {
  const all = documents(input), sink = new Tally(), spent = [];
  for (let pass = 0; pass < Number(passes); pass++) {
    for (const bytes of all) {
      const start = process.hrtime.bigint();
      one.visit(bytes, sink);
      spent.push(Number(process.hrtime.bigint() - start));
    }
  }
  fs.writeFileSync(output, Buffer.from(Float32Array.from(spent).buffer));
}

const [file, mode, ...rest] = process.argv.slice(2);
const one = require(path.resolve(file));
if (mode === "version") console.log(one.version());
else ({judge, time, records})[mode](one, ...rest);
