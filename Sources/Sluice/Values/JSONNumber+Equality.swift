import CSimdJSON

extension JSONNumber: Hashable {
  /// Whether both are the same number, however it is written.
  public static func == (left: JSONNumber, right: JSONNumber) -> Bool {
    switch (left.storage, right.storage) {
    case (.int(let left), .int(let right)): return left == right
    case (.uint(let left), .uint(let right)): return left == right
    case (.int, .uint), (.uint, .int): return false
    case (.double(let left), .double(let right)): return left == right
    case (.written(let left), .written(let right)) where left.places == right.places:
      return left.digits == right.digits
        && (left.is_negative == right.is_negative || left.digits == 0)
    case (.double(let double), .written(let written)), (.written(let written), .double(let double)):
      return csj_is_shortest(written, double)
        && ((double < 0) == written.is_negative || written.digits == 0)
    case (.int(let integer), .written(let written)), (.written(let written), .int(let integer)):
      return written.integer(as: Int64.self) == integer
    case (.int(let integer), .double(let double)), (.double(let double), .int(let integer)):
      if double.magnitude < 0x1p53 { return Double(integer) == double }
    default: break
    }
    return unsafe left.withText { left in
      unsafe right.withText { right in unsafe CanonicalDecimal(left) == CanonicalDecimal(right) }
    }
  }

  /// Equal numbers hash equally, however they are stored: integers as integers, other numbers of up to 17 digits as their
  /// nearest double, and the rest as decimals, because any number of them may have one nearest double.
  public func hash(into hasher: inout Hasher) {
    if let integer = integer(as: Int64.self) { return hasher.combine(integer) }
    if let integer = integer(as: UInt64.self) { return hasher.combine(integer) }
    if isSurelyShort, let double { return hasher.combine(double) }
    unsafe withText { text in
      let decimal = unsafe CanonicalDecimal(text)
      if decimal.digitCount <= 17, let double { return hasher.combine(double) }
      decimal.hash(into: &hasher)
    }
  }

  /// Whether the number has at most 17 digits without the zeros around them. False: it may have.
  private var isSurelyShort: Bool {
    switch storage {
    case .double: true
    case .written(let written): written.digits < 100_000_000_000_000_000
    default: false
    }
  }
}
