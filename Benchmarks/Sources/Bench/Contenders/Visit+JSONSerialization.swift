import Foundation

/// Every value of a document through JSONSerialization and a walk over its dictionaries.
final class VisitJSONSerialization: WalkingContender {
  let name = "jsonserialization"
  private let documents: [Data]

  init(over documents: Documents) { self.documents = documents.all.map { Data(buffer: $0) } }

  func walk(into sink: inout some Sink) throws {
    for data in documents {
      try VisitJSONSerialization.visit(JSONSerialization.jsonObject(with: data), into: &sink)
    }
  }

  /// As deep as JSONSerialization reads: 512 levels.
  static func visit(_ value: Any, into sink: inout some Sink) throws {
    switch value {
    case let text as String: sink.text(text)
    case let object as [String: Any]:
      sink.code(.beginObject)
      for (key, value) in object {
        sink.text(key)
        try visit(value, into: &sink)
      }
      sink.code(.endObject)
    case let array as [Any]:
      sink.code(.beginArray)
      for element in array { try visit(element, into: &sink) }
      sink.code(.endArray)
    // A Boolean's only mark is the type that it is encoded as.
    case let number as NSNumber where number.objCType.pointee == 0x63:
      sink.code(number.boolValue ? .yes : .no)
    case let number as NSNumber: sink.real(number.doubleValue)
    case is NSNull: sink.code(.null)
    default: throw Unavailable(description: "a \(type(of: value)) is no JSON value")
    }
  }
}
