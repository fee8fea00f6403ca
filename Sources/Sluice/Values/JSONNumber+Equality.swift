import CSimdJSON

extension JSONNumber: Hashable {
  /// Whether both are the same number, however it is written.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    switch (left.storage, right.storage) {
    case (.int(let left), .int(let right)): return left == right
    case (.uint(let left), .uint(let right)): return left == right
    case (.int, .uint), (.uint, .int): return false
    case (.double(let left), .double(let right)): return left == right
    case (.written(let left), .written(let right))
    where left.digits == right.digits && left.places == right.places:
      return left.is_negative == right.is_negative
    case (.int(let integer), .double(let double)), (.double(let double), .int(let integer)):
      if double.magnitude < 0x1p53 { return Double(integer) == double }
    default: break
    }
    return unsafe left.withText { left in
      unsafe right.withText { right in unsafe CanonicalDecimal(left) == CanonicalDecimal(right) }
    }
  }

  /// Equal numbers hash equally, however they are stored: integers as integers, other numbers as decimals.
  public func hash(into hasher: inout Hasher) {
    if let integer = integer(as: Int64.self) {
      hasher.combine(integer)
    } else if let integer = integer(as: UInt64.self) {
      hasher.combine(integer)
    } else if case .double(let value) = settled, value.magnitude < 0x1p53 {
      // A decimal that equals this double is never stored as digits.
      hasher.combine(value)
    } else {
      unsafe withText { unsafe CanonicalDecimal($0).hash(into: &hasher) }
    }
  }
}
