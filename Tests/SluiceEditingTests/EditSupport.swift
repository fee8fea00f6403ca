import DocumentTestSupport
import Sluice
import SluiceEditing

/// The text after edits.
func edited(
  _ text: String, _ options: JSONOptions = .full, _ changes: (inout JSONEditor) throws -> Void
) throws -> String {
  var reader = JSONReader(options: options)
  let bytes = try reader.withDocument(text) { root in try root.edited(changes) }
  return String(decoding: bytes, as: UTF8.self)
}

/// The same for a document that is kept.
func editedAsDocument(
  _ text: String, _ options: JSONOptions = .full, _ changes: (inout JSONEditor) throws -> Void
) throws -> String {
  let document = try JSONDocument(parsing: text, options: options)
  return String(decoding: try document.edited(changes), as: UTF8.self)
}

/// The error that edits end with; nil if they succeed.
func editFailure(
  _ text: String, _ options: JSONOptions = .full, _ changes: (inout JSONEditor) throws -> Void
) -> JSONError? {
  do {
    _ = try edited(text, options, changes)
    return nil
  } catch {
    return error as? JSONError ?? JSONError(.io, at: -1, name: "\(error)")
  }
}

extension JSONPointer {
  static func of(_ tokens: String...) -> JSONPointer { JSONPointer(tokens: tokens) }
}
