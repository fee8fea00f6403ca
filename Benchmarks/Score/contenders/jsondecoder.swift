// name: JSONDecoder
// note: the Foundation of the Swift toolchain (a newer swift-foundation can't be fetched), into an enum
import Foundation
import Score

enum Value: Decodable {
  case object([String: Value]), array([Value]), text(String), real(Double), bool(Bool), null

  init(from decoder: any Decoder) throws {
    let one = try decoder.singleValueContainer()
    self =
      try (one.decodeNil() ? .null : nil) ?? (try? .bool(one.decode(Bool.self)))
      ?? (try? .real(one.decode(Double.self))) ?? (try? .text(one.decode(String.self)))
      ?? (try? .array(one.decode([Value].self))) ?? .object(one.decode([String: Value].self))
  }
}

struct Decoding: Contender {
  let decoder = JSONDecoder()

  func visit(_ text: UnsafeBufferPointer<UInt8>, into sink: inout some Sink) throws {
    walk(try decoder.decode(Value.self, from: Data(buffer: text)), into: &sink)
  }

  func walk(_ value: Value, into sink: inout some Sink) {
    switch value {
    case .object(let fields):
      sink.code(.beginObject)
      for (key, value) in fields {
        sink.text(key)
        walk(value, into: &sink)
      }
      sink.code(.endObject)
    case .array(let elements):
      sink.code(.beginArray)
      elements.forEach { walk($0, into: &sink) }
      sink.code(.endArray)
    case .text(let text): sink.text(text)
    case .real(let number): sink.real(number)
    case .bool(let value): sink.code(value ? .yes : .no)
    case .null: sink.code(.null)
    }
  }
}

@main enum Main { static func main() { score(Decoding(), version: "of the toolchain") } }
