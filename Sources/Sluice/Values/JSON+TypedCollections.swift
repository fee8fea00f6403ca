// Does what a cast of an array or a dictionary of `JSON` can't: `array as? [String]` compiles, but is always nil.

/// All elements as one type, or nil if any is of another kind. Nothing is converted.
extension Sequence<JSON> {
  /// The elements as strings.
  public var strings: [String]? { all(\.string) }
  /// The elements as integers, each exactly: `1.0` is an integer, `1.5` and `true` are not.
  public var ints: [Int]? { all(\.int) }
  /// The elements as the nearest `Double`s.
  public var doubles: [Double]? { all(\.double) }
  /// The elements as the nearest `Float`s.
  public var floats: [Float]? { all(\.float) }
  /// The elements as truth values: `true` and `false` only.
  public var bools: [Bool]? { all(\.bool) }

  private func all<T>(_ value: (JSON) -> T?) -> [T]? {
    var values: [T] = []
    values.reserveCapacity(underestimatedCount)
    for element in self {
      guard let value = value(element) else { return nil }
      values.append(value)
    }
    return values
  }
}

/// All values as one type, or nil if any is of another kind. Nothing is converted.
extension [String: JSON] {
  /// The values as strings.
  public var strings: [String: String]? { all(\.string) }
  /// The values as integers, each exactly: `1.0` is an integer, `1.5` and `true` are not.
  public var ints: [String: Int]? { all(\.int) }
  /// The values as the nearest `Double`s.
  public var doubles: [String: Double]? { all(\.double) }
  /// The values as the nearest `Float`s.
  public var floats: [String: Float]? { all(\.float) }
  /// The values as truth values: `true` and `false` only.
  public var bools: [String: Bool]? { all(\.bool) }

  private func all<T>(_ value: (JSON) -> T?) -> [String: T]? {
    var values: [String: T] = [:]
    values.reserveCapacity(count)
    for (key, element) in self {
      guard let value = value(element) else { return nil }
      values[key] = value
    }
    return values
  }
}
