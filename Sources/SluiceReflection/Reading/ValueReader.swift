import Sluice

/// Reads JSON into values of one type. Chosen once for each type, and cached.
///
/// Sound to share because what `read` captures are types and other readers. (The compiler requires
/// types whose conformances are not isolated to an actor: others are not found at run time.)
final class ValueReader<Value>: AnyValueReader, @unchecked Sendable {
  /// Returns nil for JSON that can't be converted, and reports that as a warning. Throws errors in
  /// the text, and `depth-exceeded`.
  let read: (JSONPosition, ReadSession) throws -> Value?
  /// Whether it reads `null` as well; other readers treat `null` as missing.
  let takesNull: Bool

  init(
    takesNull: Bool = false,
    _ read: @escaping (JSONPosition, ReadSession) throws -> Value?
  ) {
    self.takesNull = takesNull
    self.read = read
  }

  func readAny(_ position: JSONPosition, _ session: ReadSession) throws -> Any? {
    try read(position, session).map { $0 as Any }
  }
}

/// A reader whose type is known only at run time.
protocol AnyValueReader: AnyObject, Sendable {
  var takesNull: Bool { get }
  func readAny(_ position: JSONPosition, _ session: ReadSession) throws -> Any?
}
