import Foundation
public import Sluice
public import SluiceCodable
public import SluiceRows

extension RowMapping {
  /// Makes rows by a `Codable` type: each record is decoded by its `init(from:)`, and what its `encode(to:)` encodes are
  /// the cells.
  ///
  /// ```swift
  /// let job = try ImportJob(
  ///   feed: source, rows: .codable(Event.self),
  ///   sink: SQLiteSink(path: database, table: "events"))
  /// ```
  ///
  /// What the type computes is what is stored, and a record that it refuses is a reject. Members of nested types become
  /// columns of their own, such as `actor_login`; arrays, dictionaries and types whose values differ in form become columns
  /// of JSON, as `encoder` writes it. Dates are timestamps, data are bytes, and `Decimal` keeps its digits, whatever the
  /// strategies are. <doc:RowsOfTypes> has the rules and limits.
  ///
  /// `columns` chooses, names and types the columns, and may add columns with a record's line or source; nil: all members
  /// have columns. `decoder` says how records are written. `encoder` writes columns of JSON and spells the columns' paths;
  /// nil: as `decoder` reads them. A type that refuses made-up values needs an `example`, as for
  /// `Schema.init(decoding:by:example:)`.
  ///
  /// Make it once. Several threads may use it at a time. Throws ``DerivationError`` for a type that encodes no members, or
  /// refuses its values, and for a column that takes none of the members.
  public static func codable<Row: Codable>(
    _ type: Row.Type, columns: [ImportColumn]? = nil, decoder: SluiceDecoder = SluiceDecoder(),
    encoder: SluiceEncoder? = nil, example: JSON? = nil
  ) throws(DerivationError) -> RowMapping {
    let encoder = encoder ?? SluiceEncoder(like: decoder)
    let row = try MemberRecorder(decoder, encoder, example).members(of: type)
    let taken = if let columns { columns } else { try [ImportColumn](of: type, row) }
    let layout = try RowLayout(of: type, row, taken, isComplete: columns == nil)
    return RowMapping(
      columns: taken, name: "\(type)",
      writer: CodableRows(
        mapping: CodableMapping(type, decoder: decoder), encoder: encoder, layout: layout))
  }
}

extension SluiceEncoder {
  /// An encoder that writes what the decoder reads, as far as its strategies can be turned around.
  fileprivate convenience init(like decoder: SluiceDecoder) {
    self.init()
    outputFormatting = .withoutEscapingSlashes
    userInfo = decoder.userInfo
    switch decoder.dateDecodingStrategy {
    case .secondsSince1970: dateEncodingStrategy = .secondsSince1970
    case .millisecondsSince1970: dateEncodingStrategy = .millisecondsSince1970
    case .iso8601: dateEncodingStrategy = .iso8601
    default: break
    }
    if case .deferredToData = decoder.dataDecodingStrategy {
      dataEncodingStrategy = .deferredToData
    }
    if case .convertFromSnakeCase = decoder.keyDecodingStrategy {
      keyEncodingStrategy = .convertToSnakeCase
    }
    if case .convertFromString(let positive, let negative, let nan) =
      decoder.nonConformingFloatDecodingStrategy
    {
      nonConformingFloatEncodingStrategy = .convertToString(
        positiveInfinity: positive, negativeInfinity: negative, nan: nan)
    }
  }
}
