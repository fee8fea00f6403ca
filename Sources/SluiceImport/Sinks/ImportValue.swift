/// A value on its way from a record into a sink.
///
/// The bytes of `text` and `json` lie in the record (or, when the string had escapes, in the job's
/// scratch memory): they are valid until ``Sink/append(_:)`` returns, and a sink that keeps them
/// copies them.
public enum ImportValue: BitwiseCopyable {
  /// Missing, or `null`.
  case null
  case integer(Int64)
  case real(Double)
  case boolean(Bool)
  /// UTF-8, unescaped; may hold U+0000.
  case text(UnsafeBufferPointer<UInt8>)
  /// A JSON value as it stands in the record, UTF-8.
  case json(UnsafeBufferPointer<UInt8>)
}

/// The values of one record, in the order of the job's columns. Can't outlive the call it is given
/// to.
public struct ImportRow: ~Escapable {
  private let values: UnsafePointer<ImportValue>
  /// How many columns there are.
  public let count: Int

  /// Whoever makes one keeps `values` unchanged while it is in use.
  @_lifetime(immortal)
  package init(unchecked values: UnsafePointer<ImportValue>, count: Int) {
    self.values = values
    self.count = count
  }

  /// The value of the column at `index`. O(1).
  public subscript(index: Int) -> ImportValue {
    precondition(index >= 0 && index < count, "no such column")
    return values[index]
  }
}
