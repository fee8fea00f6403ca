// Counts what schemas allocate, in a separate process, because the allocator is replaced for it. Prints one line for
// each: its name, allocations, bytes, and allocations of at least 64 KiB.
import AllocationCounter
import Foundation
import Sluice
import SluiceSchema

guard counter_works() else {
  print("not counted here")
  exit(0)
}

struct Point: SchemaDecodable {
  let x: Int
  let y: Int

  init(x: Int, y: Int) {
    self.x = x
    self.y = y
  }

  init(json: JSONCursor) throws {
    let entity = try Parser.parseEntity(json: json) { schema in
      schema.addProperty(keyPath: "x", type: .int)
      schema.addProperty(keyPath: "y", type: .int)
    }
    x = entity <-! "x"
    y = entity <-! "y"
  }

  static let schema = Schema(Point.self) { fields in
    let x = fields.required("x", .int)
    let y = fields.required("y", .int)
    return { Point(x: $0[x], y: $0[y]) }
  }
}

func count(_ name: String, _ body: () throws -> Int) rethrows {
  // Runs once before counting: makes the state for each type and place, and the reader's buffers.
  _ = try body()
  counter_begin()
  let value = try body()
  let counted = counter_end()
  guard value == 7 else { fatalError("\(name): \(value)") }
  print(name, counted.allocations, counted.bytes, counted.large)
}

func issues(_ body: () throws -> Void) -> Int {
  do {
    try body()
    return 0
  } catch {
    let error = error as? ParserError
    return (error?.issues.count ?? 0) + (error?.failureReason.utf8.count ?? 0)
  }
}

// One integer of a large document, read in each way.
let megabytes = CommandLine.arguments.dropFirst().first.flatMap { Int($0) } ?? 10
let record =
  #"{"name": "somebody", "tags": ["a", "b", "c"], "size": 1234.5, "nested": {"x": null}},"#
var text = #"{"records": ["#
while text.utf8.count < megabytes << 20 { text += record }
text += #"0], "target": {"n": 7}}"#
let data = Data(text.utf8)
let padded = PaddedBytes(text.utf8)
print("size", text.utf8.count)

let one = Schema(Int.self) { fields in
  let n = fields.required("target.n", .int)
  return { $0[n] }
}
try count("typed") { try one.decode(data) }
try count("decodeObject") { try decodeObject(from: data, atKeyPath: "target.n") }
try count("entity") {
  try Parser.parseEntity(data: data) { $0.addProperty(keyPath: "target.n", type: .int) }
    <-! "target.n"
}
var reader = JSONReader()
try count("cursor") { try reader.value(of: padded, by: one) }

// Many objects: only the values themselves allocate.
for objects in [1_000, 10_000] {
  let good = Data(
    ("["
      + Array(repeating: #"{"x": 1, "y": 2, "z": "more"}"#, count: objects)
      .joined(separator: ",") + "]").utf8)
  try count("typed \(objects)") { try Point.schema.decodeArray(good).count - objects + 7 }
  try count("entities \(objects)") {
    (try decodeArray(from: good) as [Point]).count - objects + 7
  }
  // All objects are bad: the issues, their paths and the text.
  let bad = Data(
    ("["
      + Array(repeating: #"{"x": "1", "z": "more"}"#, count: objects)
      .joined(separator: ",") + "]").utf8)
  let found = issues { _ = try Point.schema.decodeArray(bad) }
  count("typed errors \(objects)") {
    issues { _ = try Point.schema.decodeArray(bad) } - found + 7
  }
  count("entity errors \(objects)") {
    issues { _ = try decodeArray(from: bad) as [Point] } - found + 7
  }
}
