/// Writes values of one type. Chosen once for each type by the order of precedence, and cached.
///
/// Sound to share because what `write` captures are types, and shapes, which are Sendable.
final class ValueWriter: @unchecked Sendable {
  /// Writes a value of the type.
  let write: (Any, inout ReflectionOutput) throws -> Void
  /// Whether it can contain other values, so that its depth must be limited.
  let nests: Bool
  /// Whether `write` also accepts (nested) optionals of the type, and leaves nil out.
  let unwraps: Bool
  /// Whether it may contain itself, as a class.
  let isObject: Bool

  init(
    nests: Bool = true, isObject: Bool = false, unwraps: Bool = false,
    _ write: @escaping (Any, inout ReflectionOutput) throws -> Void
  ) {
    self.write = write
    self.nests = nests
    self.isObject = isObject
    self.unwraps = unwraps
  }
}
