import Foundation
import Sluice
import SluiceConvert
import SluiceSystem
import Testing

/// Opens a document like the entry points: checked in full, the last of several duplicate keys
/// counts.
@discardableResult
func withJSON<R>(_ text: String, _ body: (JSONCursor) throws -> R) throws -> R {
  var reader = JSONReader(options: JSONOptions(checking: .full, duplicateKeys: .lastWins))
  return try reader.withDocument(text, body)
}

/// Opens a document with an object at its root.
@discardableResult
func withMembers<R>(_ text: String, _ body: (JSONMembers) throws -> R) throws -> R {
  try withJSON(text) { root in
    guard let members = JSONMembers(root) else { throw ConversionError.unsupportedType }
    return try body(members)
  }
}

/// Converts a value of JSON, nil on failure: from a cursor, from an owned value, and from the value
/// of Foundation's parser. The three must agree.
func converted<C: Convertible & Equatable>(_ json: String, to type: C.Type) throws -> C? {
  var (byCursor, byValue, byFoundation): (C?, C?, C?)
  _ = failures {
    _ = try? withJSON(json) { byCursor <-- $0 }
    byValue <-- (try? JSON(parsing: json))
    let any = try? JSONSerialization.jsonObject(with: Data("[\(json)]".utf8)) as? [Any]
    byFoundation <-- any?[0]
  }
  #expect(byCursor == byValue, "cursor and JSON differ for \(json) to \(type)")
  #expect(byCursor == byFoundation, "cursor and JSONSerialization differ for \(json) to \(type)")
  return byCursor
}

/// Returns the descriptions of the failures in `body`.
func failures(_ body: () throws -> Void) rethrows -> [String] {
  let texts = LockedValue<[String]>([])
  try Conversion.withFailureHandler(
    { failure in
      let text = failure.description
      texts.withLock { $0.append(text) }
    }, body)
  return texts.withLock { $0 }
}
