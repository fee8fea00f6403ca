public import Sluice

/// How a ``JSONTokenizer`` reads its stream.
public struct TokenizerOptions: Sendable, Hashable {
  /// How much is checked.
  ///
  /// The order of the tokens, UTF-8, literals and the grammar of numbers are checked always. Under
  /// `JSONChecking.full` each escape is, and that numbers with a fraction or an exponent are finite:
  /// the verdict on a stream is then that of a strict parser. Under `.accessed`, the default, who
  /// decodes a string or a number sees these faults.
  public var checking: JSONChecking
  /// Which of several fields of one name counts in the records of `withValue`. Nil, the default: what
  /// each layer does unless specified. The tokens themselves come as they stand.
  public var duplicateKeys: DuplicateKeys?
  /// Whether documents may follow each other, with white space in between or none. Otherwise
  /// anything behind the first is an error.
  public var takesSeveralDocuments: Bool
  /// The deepest nesting; 1024 unless told otherwise. A level takes one byte.
  public var depthLimit: Int {
    didSet { depthLimit = TokenizerOptions.depth(depthLimit) }
  }
  /// How many bytes are indexed at a time; 128 KiB unless told otherwise. A string, key or number
  /// that is longer comes in pieces.
  public var windowSize: Int {
    didSet { windowSize = TokenizerOptions.window(windowSize) }
  }
  /// The largest value in bytes that `withValue` gathers in memory; 64 MiB unless told otherwise.
  public var maximumRecordSize: Int {
    didSet { maximumRecordSize = TokenizerOptions.record(maximumRecordSize) }
  }

  public init(
    checking: JSONChecking = .accessed,
    duplicateKeys: DuplicateKeys? = nil,
    takesSeveralDocuments: Bool = false,
    depthLimit: Int = 1024,
    windowSize: Int = 128 << 10,
    maximumRecordSize: Int = 64 << 20
  ) {
    self.checking = checking
    self.duplicateKeys = duplicateKeys
    self.takesSeveralDocuments = takesSeveralDocuments
    self.depthLimit = TokenizerOptions.depth(depthLimit)
    self.windowSize = TokenizerOptions.window(windowSize)
    self.maximumRecordSize = TokenizerOptions.record(maximumRecordSize)
  }

  private static func depth(_ limit: Int) -> Int { min(max(limit, 1), Int(UInt32.max)) }
  // The smallest holds any literal, and any escape with the one behind it.
  private static func window(_ size: Int) -> Int { min(max(size, 64), 16 << 20) }
  private static func record(_ size: Int) -> Int {
    min(max(size, 1), JSONOptions.largestSize - (64 << 20))
  }
}
