public import Sluice
public import SluiceFeed

/// How a ``JSONTokenizer`` reads its stream.
public struct TokenizerOptions: Sendable, Hashable {
  /// How much is checked.
  ///
  /// The order of the tokens, UTF-8, literals and the grammar of numbers are always checked.
  /// `JSONChecking.full` also checks each escape, and that numbers with a fraction or an exponent
  /// are finite. Then the verdict on a stream is that of a strict parser. Under `.accessed`, the
  /// default, these faults appear when a string or a number is decoded.
  public var checking: JSONChecking
  /// Which of several fields with the same name counts in the records of `withValue`. Nil, the
  /// default, keeps the choice of each layer. The tokens themselves come in their order in the
  /// stream.
  public var duplicateKeys: DuplicateKeys?
  /// Whether documents may follow each other, with or without white space between them. Otherwise
  /// any text after the first document is an error.
  public var takesSeveralDocuments: Bool
  /// The maximum nesting depth; defaults to 1024. A level takes one byte.
  public var depthLimit: Int {
    didSet { depthLimit = TokenizerOptions.depth(depthLimit) }
  }
  /// The number of bytes indexed at a time; defaults to 128 KiB. A longer string, key or number
  /// comes in pieces.
  public var windowSize: Int {
    didSet { windowSize = TokenizerOptions.window(windowSize) }
  }
  /// The largest value in bytes that `withValue` and `withContainer` lend; defaults to 64 MiB.
  public var maximumRecordSize: Int {
    didSet { maximumRecordSize = TokenizerOptions.record(maximumRecordSize) }
  }
  /// How much text a compressed source may hold.
  public var decompression = DecompressionLimits()

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
  // The smallest window holds any literal, and any escape with the one after it.
  private static func window(_ size: Int) -> Int { min(max(size, 64), 16 << 20) }
  private static func record(_ size: Int) -> Int {
    min(max(size, 1), JSONOptions.largestSize - (64 << 20))
  }
}
