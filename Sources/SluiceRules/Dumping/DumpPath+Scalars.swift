public import Sluice

extension DumpPath {
  /// Writes a scalar field and its key at once. Returns false, and writes nothing, for rules of other
  /// values, and where the writer can't: see `JSONWriter.writePlainField`.
  ///
  /// Decided by the type of the rule, which the compiler knows where a field is declared: one call
  /// of the writer is left there.
  ///
  /// Sound because a value is read as another type only if it is of that type.
  @inlinable @inline(__always)
  func write<R: Rule>(_ value: R.V, by rule: R.Type, to writer: inout JSONWriter) -> Bool {
    if R.self == TypeRule<String>.self {
      let string = unsafe unsafeBitCast(value, to: String.self)
      return unsafe pending.isEmpty
        && key._withUnsafeGuaranteedRef { writer.writePlainField($0, string) }
    }
    if R.self == TypeRule<Bool>.self {
      let bool = unsafe unsafeBitCast(value, to: Bool.self)
      return unsafe pending.isEmpty
        && key._withUnsafeGuaranteedRef { writer.writePlainField($0, bool) }
    }
    if R.self == IntegerRule<Int>.self {
      return write(integer: unsafe unsafeBitCast(value, to: Int.self), to: &writer)
    }
    if R.self == IntegerRule<Int64>.self {
      return write(integer: unsafe unsafeBitCast(value, to: Int64.self), to: &writer)
    }
    if R.self == FloatingRule<Double>.self {
      let double = unsafe unsafeBitCast(value, to: Double.self)
      return unsafe pending.isEmpty
        && key._withUnsafeGuaranteedRef { writer.writePlainField($0, double) }
    }
    return false
  }

  @inlinable @inline(__always)
  func write<T: FixedWidthInteger>(integer: T, to writer: inout JSONWriter) -> Bool {
    unsafe pending.isEmpty
      && key._withUnsafeGuaranteedRef {
        writer.writePlainField(
          $0, UInt64(truncatingIfNeeded: integer.magnitude), isNegative: integer < 0)
      }
  }
}
