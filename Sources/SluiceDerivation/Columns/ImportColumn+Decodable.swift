public import Sluice
public import SluiceCodable
public import SluiceRows

extension Array where Element == ImportColumn {
  /// Derives the columns of a `Decodable` row type, by running its `init(from:)` once.
  ///
  /// ```swift
  /// let job = try ImportJob(
  ///   feed: source, columns: [ImportColumn](decoding: Event.self),
  ///   sink: SQLiteSink(path: database, table: "events"))
  /// ```
  ///
  /// Each property becomes a column of its type, named by its key; the properties of nested types become columns of their
  /// own, such as `actor_login`. Arrays, dictionaries and types that take several kinds of values become columns of JSON.
  /// What the type can't do without is required: a record that lacks it becomes a reject.
  ///
  /// `decoder` says how dates, data and keys are written. A type that refuses made-up values needs an `example`. See
  /// <doc:DerivingFromTypes>.
  ///
  /// Throws ``DerivationError`` if the type is no object, and as `Schema.init(decoding:by:example:)` does.
  public init<T: Decodable>(
    decoding type: T.Type, by decoder: SluiceDecoder = SluiceDecoder(), example: JSON? = nil
  ) throws(DerivationError) {
    let shape = try TypeShape(of: type, by: decoder, example)
    guard case .object(let object) = shape.form, !object.fields.isEmpty else {
      throw DerivationError(type, at: "$", "only a type with properties becomes columns")
    }
    var columns = DerivedColumns(type)
    try columns.add(object, [], isRequired: true)
    self = columns.columns
  }
}
