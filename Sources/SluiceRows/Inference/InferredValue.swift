public import Sluice

/// What was seen of the values at one path, and below it.
public struct InferredValue: Sendable {
  /// How many values of each kind there were.
  public struct Kinds: Sendable, Hashable {
    public let null: Int64
    public let bool: Int64
    /// Numbers without a fraction and an exponent.
    public let integer: Int64
    /// Other numbers.
    public let real: Int64
    public let string: Int64
    public let array: Int64
    public let object: Int64

    /// All of them.
    public var count: Int64 { null + bool + integer + real + string + array + object }
  }

  /// The number of distinct scalars; numbers are distinguished by their spelling.
  public struct Distinct: Sendable, Hashable {
    public let count: Int64
    /// The standard error of an estimate, as a share; 0: the count is exact.
    public let standardError: Double
  }

  public let path: InferredPath
  public let type: InferredType
  public let kinds: Kinds
  /// For a field: how many of the objects that may have it lack it.
  public let missing: Int64
  /// The format of all values; nil: they have none, or are of several types.
  public let format: InferredFormat?
  /// Whether all are timestamps in the narrower form of RFC 3339.
  let isInternetTimestamp: Bool
  /// Whether a column of type `timestamp` takes all of them.
  let isColumnTimestamp: Bool
  /// Whether Foundation's strategy `.iso8601` takes all of them.
  let isWholeTimestamp: Bool
  /// How many of the strings are scalars.
  let scalarTexts: ScalarTexts
  /// How many of the numbers are integers that fit `Int64`.
  let smallIntegers: Int64
  /// Whether numbers have more digits than a double keeps.
  let needsDecimal: Bool
  public let distinct: Distinct
  /// For numbers or for strings. Strings are ordered by their bytes, and cut when they are long. Nil when
  /// there are no such values, or also values of other types.
  public let smallest: JSON?
  public let largest: JSON?
  /// The length of the longest string, in bytes of UTF-8.
  public let longestText: Int
  /// The number of elements of the longest array.
  public let longestArray: Int
  /// The first distinct scalars; long strings are cut.
  public let examples: [JSON]

  /// The fields of the objects, in the order of their first appearance.
  public let fields: [InferredValue]
  private let inner: (element: [InferredValue], anyField: [InferredValue])
  /// The elements of all arrays together.
  public var element: InferredValue? { inner.element.first }
  /// The fields of objects whose keys are data, all together; ``fields`` is then empty.
  public var anyField: InferredValue? { inner.anyField.first }
  /// How many values below were only counted, because there were too many paths.
  public let unlisted: Int64
  /// Whether batches have a decimal type for all numbers.
  let fitsBatchDecimal: Bool
  /// Whether nested values were not examined because they are too deep.
  public let isCut: Bool

  /// Whether every object that may have the field has it, and never as `null`.
  public var isRequired: Bool { missing == 0 && kinds.null == 0 && kinds.count > 0 }

  /// `objects`: how many may have this value as a field. Recursive, no deeper than the tree.
  init(_ tree: PathTree, _ place: Int, path: InferredPath, objects: Int64?) {
    let node = tree.nodes[place]
    let figures = node.figures
    self.path = path
    let type = InferredType(figures)
    self.type = type
    kinds = Kinds(
      null: figures.nulls, bool: figures.booleans, integer: figures.integers, real: figures.reals,
      string: figures.texts, array: figures.arrays, object: figures.objects)
    missing = max((objects ?? figures.count) - figures.count, 0)
    let isNumber = type == .int || type == .real || type == .decimal
    let formats =
      type == .text ? figures.textFormats : isNumber ? figures.numberFormats : FormatSet()
    format = formats.named
    isInternetTimestamp = formats.contains(.internetTimestamp)
    isColumnTimestamp = formats.contains(.columnTimestamp)
    isWholeTimestamp = formats.contains(.wholeTimestamp)
    scalarTexts = figures.scalarTexts
    // Reals that only their digits distinguish are subtracted, too: rather fewer than too many.
    smallIntegers = max(figures.integers - figures.exactOnly, 0)
    needsDecimal = figures.exactOnly > 0 || figures.longIntegers > 0
    // An estimate may exceed the number of values.
    distinct = Distinct(
      count: min(figures.distinct.count, figures.booleans + figures.numbers + figures.texts),
      standardError: figures.distinct.isExact ? 0 : DistinctCount.standardError)
    switch type {
    case .int:
      smallest = JSON(figures.smallestInteger)
      largest = JSON(figures.largestInteger)
    case .real, .decimal:
      smallest = InferredValue.number(figures.smallestReal)
      largest = InferredValue.number(figures.largestReal)
    case .text:
      smallest = .string(ValueFigures.whole(figures.smallestText))
      largest = .string(ValueFigures.whole(figures.largestText))
    default: (smallest, largest) = (nil, nil)
    }
    fitsBatchDecimal = figures.unusualDecimals == 0
    longestText = figures.longestText
    longestArray = figures.longestArray
    examples = figures.examples
    fields = node.fields.map { field in
      let name = String(decoding: tree.nodes[field].name, as: UTF8.self)
      return InferredValue(
        tree, field, path: path.appending(.field(ByteName(name))), objects: figures.objects)
    }
    inner = (
      (node.element.map { [InferredValue(tree, $0, path: path.appending(.element), objects: nil)] })
        ?? [],
      (node.anyField.map {
        [InferredValue(tree, $0, path: path.appending(.anyField), objects: nil)]
      })
        ?? []
    )
    unlisted = node.unlistedFields
    isCut = node.isCut
  }

  /// Nil beyond all doubles.
  private static func number(_ double: Double) -> JSON? {
    JSONNumber(real: double).map { .number($0) }
  }

  /// Calls `body` with this value and each value below it, in the order of the fields.
  public func forEach<E: Error>(_ body: (InferredValue) throws(E) -> Void) throws(E) {
    try body(self)
    for field in fields { try field.forEach(body) }
    try element?.forEach(body)
    try anyField?.forEach(body)
  }
}
