/// How much of a document is checked before its cursor is lent.
public enum JSONChecking: Sendable, Hashable {
  /// UTF-8, closed strings and control characters of the whole document, and of what is walked over
  /// its brackets, separators and keys; of what is read, the value. A fault in what nobody looks at
  /// is not seen.
  case accessed
  /// The whole document: grammar, every number, every escape, nesting, the end. The verdict equals
  /// that of a strict parser on every input.
  case full
}

/// What a lookup by name does when an object has the name more than once.
public enum DuplicateKeys: UInt8, Sendable, Hashable {
  /// The first field of that name; the lookup stops there.
  case firstWins
  /// The last field of that name; a lookup goes over the whole object.
  case lastWins
  /// A ``JSONError`` with code ``JSONError/Code-swift.struct/duplicateKey``; a lookup goes over the
  /// whole object.
  case reject
}

/// How a ``JSONReader`` opens documents.
public struct JSONOptions: Sendable, Hashable {
  /// How much is checked before the cursor is lent.
  public var checking: JSONChecking
  /// What lookups do about duplicate keys.
  public var duplicateKeys: DuplicateKeys
  /// The deepest nesting that `.full` and `materialize()` accept; 1024 unless told otherwise.
  public var depthLimit: Int {
    didSet { depthLimit = min(max(depthLimit, 1), Int(UInt32.max)) }
  }
  /// The largest document in bytes; 4 GiB − 64 at most, as tokens are 32-bit offsets.
  public var sizeLimit: Int {
    didSet { sizeLimit = min(max(sizeLimit, 0), JSONOptions.largestSize) }
  }

  /// 4 GiB − 64.
  public static let largestSize = Int(UInt32.max) - 63

  public init(
    checking: JSONChecking = .accessed,
    duplicateKeys: DuplicateKeys = .firstWins,
    depthLimit: Int = 1024,
    sizeLimit: Int = JSONOptions.largestSize
  ) {
    self.checking = checking
    self.duplicateKeys = duplicateKeys
    self.depthLimit = min(max(depthLimit, 1), Int(UInt32.max))
    self.sizeLimit = min(max(sizeLimit, 0), JSONOptions.largestSize)
  }
}
