/// Another column for the values at a path: one that takes numbers or Booleans from strings, or other scalars as text.
/// No import decides by it.
public struct ColumnProposal: Sendable, Hashable {
  public let type: ColumnType
  /// The words of what it accepts, as ``ColumnLeniency/init(parsing:for:)`` takes them; empty for none.
  public let accepts: String
  /// How many of the values that were seen it would not take.
  public let rejected: Int64

  /// `int accepts text`
  public var columnText: String { accepts.isEmpty ? "\(type)" : "\(type) accepts \(accepts)" }
}

extension InferredColumn {
  /// What else could be stored of strings that hold numbers or Booleans: a type that 99 in 100 values have; and, for
  /// strings among other scalars, their text. Empty for all other values.
  public var proposals: [ColumnProposal] {
    let kinds = value.kinds
    let values = kinds.count - kinds.null
    guard kinds.string > 0, kinds.object == 0, kinds.array == 0, let found = scalarType else {
      return []
    }
    // A decimal takes strings by itself.
    let words = found.type == .decimal ? "" : "text"
    let scalar = ColumnProposal(type: found.type, accepts: words, rejected: values - found.taken)
    let text = ColumnProposal(type: .text, accepts: "scalars", rejected: 0)
    return kinds.string < values ? [scalar, text] : [scalar]
  }

  /// The type that nearly all of the values have, those in strings among them, and how many do.
  private var scalarType: (type: ColumnType, taken: Int64)? {
    let kinds = value.kinds
    let texts = value.scalarTexts
    let values = kinds.count - kinds.null
    let isExact = texts.exactOnly == 0 && !value.needsDecimal
    let choices: [(type: ColumnType, inTexts: Int64, others: Int64)] = [
      (.int, texts.integers, value.smallIntegers),
      (isExact ? .real : .decimal, texts.numbers, kinds.integer + kinds.real),
      (.bool, texts.booleans, kinds.bool),
    ]
    return choices.first { choice in
      choice.inTexts > 0 && choice.inTexts + choice.others >= values - values / 100
    }.map { ($0.type, $0.inTexts + $0.others) }
  }
}
