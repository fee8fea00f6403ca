// Counts what rules allocate, in a separate process, because the allocator is replaced for it. Prints one line for
// each: its name, allocations, bytes, and allocations of at least 64 KiB.
import AllocationCounter
import Foundation
import Sluice
import SluiceRules

guard counter_works() else {
  print("not counted here")
  exit(0)
}

let megabytes = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10
let record =
  #"{"name": "somebody", "tags": ["a", "b", "c"], "size": 1234.5, "nested": {"x": null}},"#
var text = #"{"records": ["#
while text.utf8.count < megabytes << 20 { text += record }
text += #"0], "target": {"n": 7}}"#
let padded = PaddedBytes(text.utf8)
let data = Data(text.utf8)
print("size", text.utf8.count)

let one = StructRule(ref(0)).expect("target" / "n", IntRule) { $0.value = $1 }

func count(_ name: String, _ body: () throws -> Int) rethrows {
  counter_begin()
  let value = try body()
  let counted = counter_end()
  guard value == 7 else { fatalError("\(value)") }
  print(name, counted.allocations, counted.bytes, counted.large)
}

// Things made once for each type, whatever the document: metadata, witness tables, plans.
_ = try one.validateData(#"{"target": {"n": 7}}"#)
_ = try one.validateData(Data(#"{"target": {"n": 7}}"#.utf8))
_ = try one.validateData(PaddedBytes(#"{"target": {"n": 7}}"#.utf8))

try count("padded, first") { try one.validateData(padded) }
try count("padded, again") { try one.validateData(padded) }
try count("data, first") { try one.validateData(data) }
try count("data, again") { try one.validateData(data) }

// Values made from the document and nothing else: one array, and no memory for each object on the way.
struct Point { var x = 0, y = 0 }
let points = ArrayRule(
  itemRule: StructRule(ref(Point())).expect("x", IntRule, \.x).optional("y", IntRule, \.y))
let made = MakeRule<Int> { fields in
  let x = fields.expect("x", IntRule)
  let y = fields.optional("y", IntRule)
  return { $0[x] + ($0[y] ?? 0) }
}
let pointText = PaddedBytes(
  ("[" + Array(repeating: #"{"x": 1, "y": 2, "z": "skipped"}"#, count: 1000).joined(separator: ",")
    + "]").utf8)
_ = try points.validateData(pointText)
_ = try ArrayRule(itemRule: made).validateData(pointText)
try count("structs") { try points.validateData(pointText).count - 993 }
try count("made") { try ArrayRule(itemRule: made).validateData(pointText).count - 993 }
