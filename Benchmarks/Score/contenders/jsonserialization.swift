// name: JSONSerialization
// note: the Foundation of the Swift toolchain
import Foundation
import Score

struct Objects: Contender {
  func visit(_ text: UnsafeBufferPointer<UInt8>, into sink: inout some Sink) throws {
    try walk(
      JSONSerialization.jsonObject(with: Data(buffer: text), options: .fragmentsAllowed),
      into: &sink)
  }

  func walk(_ value: Any, into sink: inout some Sink) throws {
    switch value {
    case let text as String: sink.text(text)
    case let object as [String: Any]:
      sink.code(.beginObject)
      for (key, value) in object {
        sink.text(key)
        try walk(value, into: &sink)
      }
      sink.code(.endObject)
    case let array as [Any]:
      sink.code(.beginArray)
      for element in array { try walk(element, into: &sink) }
      sink.code(.endArray)
    // A Boolean's only mark is the type that it is encoded as.
    case let number as NSNumber where number.objCType.pointee == 0x63:
      sink.code(number.boolValue ? .yes : .no)
    case let number as NSNumber: sink.real(number.doubleValue)
    default: sink.code(.null)
    }
  }
}

@main enum Main { static func main() { score(Objects(), version: "of the toolchain") } }
