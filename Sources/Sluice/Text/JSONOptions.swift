/// How much of a document is checked before its cursor is handed out.
public enum JSONChecking: Sendable, Hashable {
  /// Checks UTF-8, closed strings and control characters of the whole document. Checks the brackets, separators and
  /// keys of what is walked over, and the values that are read. Faults in other parts go unnoticed.
  case accessed
  /// The whole document: grammar, every number, every escape, nesting, the end. The verdict equals
  /// that of a strict parser on every input.
  case full
}

/// Which field counts when an object has several with one name: see <doc:RepeatedKeys>.
public enum DuplicateKeys: UInt8, Sendable, Hashable, CaseIterable {
  /// The first field of that name. A lookup stops there.
  case firstWins
  /// The last field of that name. A lookup walks the whole object.
  case lastWins
  /// Neither: throws ``JSONError/Code-swift.struct/duplicateKey``.
  ///
  /// Under ``JSONChecking/full`` a document in which any object has a key twice is refused when it is opened. Under
  /// ``JSONChecking/accessed`` a lookup throws when it meets its name a second time, and so does a layer that reads all
  /// fields of an object.
  case reject
}

/// How a ``JSONReader`` opens documents.
public struct JSONOptions: Sendable, Hashable {
  /// How much is checked before the cursor is handed out.
  public var checking: JSONChecking
  /// Which of several fields of one name counts, in every layer and at every depth. Nil (the default) selects each
  /// layer's own rule (<doc:RepeatedKeys>): lookups of cursors take the first, mappings the last.
  public var duplicateKeys: DuplicateKeys?
  /// The deepest nesting that `.full` and `materialize()` accept; 1024 by default.
  public var depthLimit: Int {
    didSet { depthLimit = min(max(depthLimit, 1), Int(UInt32.max)) }
  }
  /// The largest document in bytes; at most 4 GiB − 64, because tokens are 32-bit offsets.
  public var sizeLimit: Int {
    didSet { sizeLimit = min(max(sizeLimit, 0), JSONOptions.largestSize) }
  }

  /// 4 GiB − 64.
  public static let largestSize = Int(UInt32.max) - 63

  public init(
    checking: JSONChecking = .accessed,
    duplicateKeys: DuplicateKeys? = nil,
    depthLimit: Int = 1024,
    sizeLimit: Int = JSONOptions.largestSize
  ) {
    self.checking = checking
    self.duplicateKeys = duplicateKeys
    self.depthLimit = min(max(depthLimit, 1), Int(UInt32.max))
    self.sizeLimit = min(max(sizeLimit, 0), JSONOptions.largestSize)
  }
}
