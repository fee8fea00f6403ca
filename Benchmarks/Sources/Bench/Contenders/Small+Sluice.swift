import Sluice

/// A request body of about 1 KB, five fields, with one reader.
final class SmallSluice: WalkingContender {
  let name = "sluice"
  private let documents: Documents
  private var reader = JSONReader()

  init(over documents: Documents) { self.documents = documents }

  func walk(into sink: inout some Sink) throws {
    try SmallSluice.walk(documents, with: &reader, into: &sink)
  }

  /// With one reader for all documents, as in a server's loop.
  private static func walk(
    _ documents: Documents, with reader: inout JSONReader, into sink: inout some Sink
  ) throws {
    for bytes in documents.all {
      try reader.withDocument(padded: bytes) { try read($0, into: &sink) }
    }
  }

  @inline(__always)
  static func read(_ root: JSONCursor, into sink: inout some Sink) throws {
    var fields = try root.fields
    guard let request = try fields.next(named: "request_id") else { throw Missing.field }
    try request.text.withUTF8 { sink.text($0) }
    guard let customer = try fields.next(named: "customer") else { throw Missing.field }
    var customerFields = try customer.fields
    guard let id = try customerFields.next(named: "id") else { throw Missing.field }
    sink.integer(try id.int64)
    guard let email = try customerFields.next(named: "email") else { throw Missing.field }
    try email.text.withUTF8 { sink.text($0) }
    guard let currency = try fields.next(named: "currency") else { throw Missing.field }
    try currency.text.withUTF8 { sink.text($0) }
    guard let total = try fields.next(named: "total_cents") else { throw Missing.field }
    sink.integer(try total.int64)
  }
}
