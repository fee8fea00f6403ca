// name: Sluice, what is accessed
// note: cursors; what follows the document is not looked at
import Score
import Sluice

struct Cursors: ~Copyable, Contender {
  var reader = JSONReader(checking: .accessed)

  mutating func visit(_ text: UnsafeBufferPointer<UInt8>, into sink: inout some Sink) throws {
    try reader.withDocument(padded: text) { try Cursors.walk($0, 1, into: &sink) }
  }

  static func walk(_ value: JSONCursor, _ depth: Int, into sink: inout some Sink) throws {
    // It is this walk that recurs; a full check has a limit of its own.
    guard depth <= 1024 else { throw Refusal("deeper than 1,024 levels") }
    switch try value.kind {
    case .object:
      sink.code(.beginObject)
      var fields = try value.fields
      while let field = try fields.next() {
        try field.key.withUTF8 { sink.text($0) }
        try walk(field.value, depth + 1, into: &sink)
      }
      sink.code(.endObject)
    case .array:
      sink.code(.beginArray)
      var elements = try value.elements
      while let element = try elements.next() { try walk(element, depth + 1, into: &sink) }
      sink.code(.endArray)
    case .string: try value.text.withUTF8 { sink.text($0) }
    case .number: sink.real(try value.double)
    case .bool: sink.code(try value.bool ? .yes : .no)
    case .null: sink.code(.null)
    }
  }
}

@main enum Main { static func main() { score(Cursors(), version: "of this commit") } }
