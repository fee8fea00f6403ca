import Sluice

/// What was seen of the values at one path. Bounded in size, whatever the values are.
struct ValueFigures {
  var nulls: Int64 = 0
  var booleans: Int64 = 0
  /// Numbers without a fraction and an exponent.
  var integers: Int64 = 0
  var reals: Int64 = 0
  var texts: Int64 = 0
  var arrays: Int64 = 0
  var objects: Int64 = 0
  /// The integers beyond 2^53, some of which doubles can't tell apart.
  var longIntegers: Int64 = 0
  /// Integers beyond `Int64`, and reals of more than 17 digits.
  var exactOnly: Int64 = 0
  /// Numbers that do not fit the usual decimals of batches.
  private(set) var unusualDecimals: Int64 = 0

  private(set) var smallestInteger = Int64.max
  private(set) var largestInteger = Int64.min
  private(set) var smallestReal = Double.infinity
  private(set) var largestReal = -Double.infinity
  /// The first bytes of the smallest and the largest string, in the order of their bytes.
  private(set) var smallestText: [UInt8] = []
  private(set) var largestText: [UInt8] = []
  /// In bytes of UTF-8.
  private(set) var longestText = 0
  var longestArray = 0

  private(set) var scalarTexts = ScalarTexts()
  private(set) var textFormats = FormatSet.ofText
  private(set) var numberFormats = FormatSet.ofNumbers
  private(set) var distinct = DistinctCount()
  /// The first distinct scalars.
  private(set) var examples: [JSON] = []
  private var exampleHashes: [UInt64] = []

  static let exampleCount = 3
  /// The number of bytes that are kept of a string.
  static let keptBytes = 60

  /// The number of values, `null` included.
  var count: Int64 { nulls + booleans + integers + reals + texts + arrays + objects }
  var numbers: Int64 { integers + reals }

  /// Takes in a scalar. Throws what is wrong with it.
  mutating func add(scalar value: JSONPosition) throws(JSONError) {
    switch value.byte {
    case Byte.quote: try add(text: value)
    case Byte.minus, 0x30...0x39: try add(number: value)
    default:
      if value.isNull {
        nulls += 1
      } else {
        let bool = try value.bool()
        booleans += 1
        note(hash: bool ? 1 : 2) { .bool(bool) }
      }
    }
  }

  private mutating func add(text value: JSONPosition) throws(JSONError) {
    texts += 1
    let done: Void? = unsafe RawString(value).withUTF8 { text in
      longestText = max(longestText, text.count)
      unsafe textFormats.narrow(by: text)
      unsafe scalarTexts.add(text)
      unsafe noteOrder(text)
      unsafe note(hash: ValueHash.of(text, kind: Byte.quote)) {
        unsafe .string(ValueFigures.start(of: text))
      }
    }
    if done == nil { throw JSONError(.invalidEscape, at: value.offset) }
  }

  private mutating func noteOrder(_ text: UnsafeBufferPointer<UInt8>) {
    let start = unsafe UnsafeBufferPointer(rebasing: text.prefix(ValueFigures.keptBytes))
    if texts == 1 {
      smallestText = unsafe Array(start)
      largestText = smallestText
    } else if unsafe start.lexicographicallyPrecedes(smallestText) {
      smallestText = unsafe Array(start)
    } else if unsafe largestText.lexicographicallyPrecedes(start) {
      largestText = unsafe Array(start)
    }
  }

  private mutating func add(number value: JSONPosition) throws(JSONError) {
    let text = unsafe value.numberText
    guard let digits = unsafe DecimalDigits(text) else {
      throw JSONError(.invalidNumber, at: value.offset)
    }
    let double: Double
    if digits.isPlainInteger {
      integers += 1
      if let integer = digits.integer(as: Int64.self) {
        smallestInteger = min(smallestInteger, integer)
        largestInteger = max(largestInteger, integer)
        if integer.magnitude > 1 << 53 { longIntegers += 1 }
        double = Double(integer)
      } else {
        exactOnly += 1
        if !DecimalForm.usual.fits(digits) { unusualDecimals += 1 }
        // A longer integer may be beyond all doubles.
        double = unsafe Double(String(decoding: text, as: UTF8.self)) ?? .infinity
      }
    } else {
      reals += 1
      if !DecimalForm.usual.fits(digits) { unusualDecimals += 1 }
      double = try value.double()
      // Programs that print doubles write up to 17 digits.
      if unsafe ValueFigures.significantDigits(text) > 17 { exactOnly += 1 }
    }
    smallestReal = min(smallestReal, double)
    largestReal = max(largestReal, double)
    if !numberFormats.isEmpty { numberFormats.formIntersection(FormatSet.of(double)) }
    unsafe note(hash: ValueHash.of(text, kind: 0x30)) { unsafe ValueFigures.number(text) }
  }

  /// Shows a longer number as text, cut: another number would be wrong.
  private static func number(_ text: UnsafeBufferPointer<UInt8>) -> JSON {
    let isShort = text.count <= 400
    let number = unsafe isShort ? JSONNumber(String(decoding: text, as: UTF8.self)) : nil
    return unsafe number.map { .number($0.shortened) } ?? .string(start(of: text))
  }

  /// Ignores leading and trailing zeros and the exponent.
  static func significantDigits(_ text: UnsafeBufferPointer<UInt8>) -> Int {
    var (count, zeros) = (0, 0)
    for place in text.indices {
      let byte = unsafe text[place]
      if byte | 0x20 == UInt8(ascii: "e") { break }
      if byte == 0x30 {
        zeros += 1
      } else if byte &- 0x30 <= 9 {
        count += count == 0 ? 1 : zeros + 1
        zeros = 0
      }
    }
    return count
  }

  private mutating func note(hash: UInt64, _ example: () -> JSON) {
    distinct.insert(hash)
    guard examples.count < ValueFigures.exampleCount, !exampleHashes.contains(hash) else { return }
    exampleHashes.append(hash)
    examples.append(example())
  }

  /// The start of a string, in whole characters, with an ellipsis where something was cut.
  static func start(of text: some Collection<UInt8>) -> String {
    guard text.count > keptBytes else { return String(decoding: text, as: UTF8.self) }
    return whole(text.prefix(keptBytes)) + "…"
  }

  /// Removes an incomplete character at the end.
  static func whole(_ text: some Collection<UInt8>) -> String {
    var bytes = Array(text)
    while String(validating: bytes, as: UTF8.self) == nil, !bytes.isEmpty { bytes.removeLast() }
    return String(decoding: bytes, as: UTF8.self)
  }

  mutating func merge(_ other: ValueFigures) {
    if texts == 0 {
      (smallestText, largestText) = (other.smallestText, other.largestText)
    } else if other.texts > 0 {
      if other.smallestText.lexicographicallyPrecedes(smallestText) {
        smallestText = other.smallestText
      }
      if largestText.lexicographicallyPrecedes(other.largestText) {
        largestText = other.largestText
      }
    }
    nulls += other.nulls
    booleans += other.booleans
    integers += other.integers
    reals += other.reals
    texts += other.texts
    arrays += other.arrays
    objects += other.objects
    longIntegers += other.longIntegers
    exactOnly += other.exactOnly
    unusualDecimals += other.unusualDecimals
    smallestInteger = min(smallestInteger, other.smallestInteger)
    largestInteger = max(largestInteger, other.largestInteger)
    smallestReal = min(smallestReal, other.smallestReal)
    largestReal = max(largestReal, other.largestReal)
    longestText = max(longestText, other.longestText)
    longestArray = max(longestArray, other.longestArray)
    scalarTexts.merge(other.scalarTexts)
    textFormats.formIntersection(other.textFormats)
    numberFormats.formIntersection(other.numberFormats)
    distinct.merge(other.distinct)
    for (hash, example) in zip(other.exampleHashes, other.examples) {
      guard examples.count < ValueFigures.exampleCount else { break }
      guard !exampleHashes.contains(hash) else { continue }
      exampleHashes.append(hash)
      examples.append(example)
    }
  }
}
