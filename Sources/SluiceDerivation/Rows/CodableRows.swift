import Sluice
import SluiceCodable
import SluiceRows

/// Makes a row of each record by a `Codable` type.
struct CodableRows<Row: Codable>: RowWriting {
  let mapping: CodableMapping<Row>
  let encoder: SluiceEncoder
  let layout: RowLayout

  func write(_ record: JSONPosition, to cells: CellWriter) throws(JSONError) {
    do {
      let value = try mapping.value(from: JSONCursor(unchecked: record))
      let row = RowEncoding(layout, encoder, cells, at: record.offset)
      defer { row.end() }
      try row.encode(value, 0)
      try row.finish()
    } catch {
      throw CodableRows.fault(error, in: record)
    }
  }

  /// The error as a reject reports it: with the place of the value, as far as the type's own error tells it.
  private static func fault(_ error: any Error, in record: JSONPosition) -> JSONError {
    let name = "what \(Row.self) asks for"
    switch error {
    case let error as JSONError: return error
    case DecodingError.typeMismatch(_, let context), DecodingError.valueNotFound(_, let context),
      DecodingError.keyNotFound(_, let context), DecodingError.dataCorrupted(let context):
      do throws(JSONError) {
        return JSONError(
          .invalidValue, at: try record.offset(of: context.codingPath), name: name,
          reason: context.debugDescription)
      } catch {
        return error
      }
    case EncodingError.invalidValue(_, let context):
      let path = context.codingPath.reduce("$") { $0 + PathText.step($1.stringValue) }
      return JSONError(
        .invalidValue, at: record.offset, name: "values that a row can hold",
        reason: "\(context.debugDescription) (\(path))")
    default:
      let offset = (error as? any LocatedError)?.offset
      return JSONError(
        .invalidValue, at: offset ?? record.offset, name: name, reason: "\(error)")
    }
  }
}

extension JSONPosition {
  /// The offset of the value at a coding path, or of the one above it that is there.
  fileprivate func offset(of path: [any CodingKey]) throws(JSONError) -> Int {
    var here = self
    for key in path {
      guard let found = try here.step(key) else { break }
      here = here.at(found)
    }
    return here.offset
  }

  private func step(_ key: any CodingKey) throws(JSONError) -> UInt32? {
    if byte == UInt8(ascii: "[") {
      guard let index = key.intValue, index >= 0 else { return nil }
      return try element(at: index)
    }
    guard byte == UInt8(ascii: "{") else { return nil }
    if let found = try mappedField(named: key.stringValue) { return found }
    return try mappedField(named: SnakeCase.snakeCase(key.stringValue))
  }
}
