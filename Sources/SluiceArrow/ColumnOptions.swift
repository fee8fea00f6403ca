public import Sluice
public import SluiceRows

/// How columns become batches.
public struct ColumnOptions: Sendable, Hashable {
  /// The Arrow type of texts and JSON, and with it that of bytes.
  public enum Strings: String, Sendable, Hashable, CaseIterable {
    /// Offsets of 64 bits, which every consumer reads.
    case large = "large_utf8"
    /// Offsets of 32 bits.
    case small = "utf8"
    /// Views, which hold texts of up to 12 bytes themselves, and point to longer ones: in the windows of
    /// the feed, without a copy, where ``ColumnOptions/leastViewedShare`` allows it.
    case view = "utf8_view"
  }

  public var strings: Strings
  /// The rows of a batch; only the last has fewer, unless ``batchBytes`` ends one.
  public var batchRows: Int { didSet { batchRows = ColumnOptions.inBounds(batchRows) } }
  /// The bytes of texts, JSON, bytes and all that is in lists and maps after which a batch ends. A batch has
  /// at least one row.
  public var batchBytes: Int { didSet { batchBytes = ColumnOptions.inBounds(batchBytes) } }
  /// With views: how large a share of a piece of the feed must be texts that are viewed, so that its memory
  /// stays with the batch. The texts of other pieces are copied, and so are those of a piece after one with
  /// a smaller share. 0: all stay that have any; above 1: none. A batch keeps up to twice the bytes of its
  /// texts at a share of 0.5, below which copying takes less time than other memory for each piece.
  public var leastViewedShare: Double
  /// The types of decimal columns, by name.
  public var decimals: [ByteName: DecimalForm]
  /// The type of other decimal columns.
  public var otherDecimals: DecimalForm

  public init(
    strings: Strings = .large, batchRows: Int = 65_536, batchBytes: Int = 128 << 20,
    leastViewedShare: Double = 0.5, decimals: [ByteName: DecimalForm] = [:],
    otherDecimals: DecimalForm = .usual
  ) {
    self.strings = strings
    self.batchRows = ColumnOptions.inBounds(batchRows)
    self.batchBytes = ColumnOptions.inBounds(batchBytes)
    self.leastViewedShare = leastViewedShare
    self.decimals = decimals
    self.otherDecimals = otherDecimals
  }

  private static func inBounds(_ count: Int) -> Int { min(max(count, 1), Int(Int32.max)) }

  func decimal(_ column: ByteName) -> DecimalForm { decimals[column] ?? otherDecimals }
}
