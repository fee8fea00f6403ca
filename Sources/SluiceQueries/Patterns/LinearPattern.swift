import Sluice

/// A regular expression, compiled to a program that runs all its alternatives at once. JSONPaths and filters share it.
///
/// Matching takes O(length of the text × instructions) at most, whatever the pattern: it never goes back in the text.
/// `^` and `$` outside brackets match the start and the end of the text, as they do in the expressions to which the RFC
/// maps these patterns.
package struct LinearPattern: Sendable {
  /// What may be written.
  package enum Syntax: Sendable {
    /// RFC 9485, and nothing else.
    case iRegexp
    /// That, and what people write besides: `\d \w \s` and their complements, `(?:…)`, `(?i)` at the start, reluctant
    /// quantifiers (which find the same texts), and a backslash before any sign.
    case filter
  }

  package enum Refusal: Error {
    /// The text breaks the grammar.
    case notConforming
    /// The program would have more than `mostInstructions`, groups would be nested too deeply, or the text has more
    /// than `largestSize` bytes.
    case tooLarge
  }

  enum Instruction: Sendable {
    case scalar(Unicode.Scalar)
    /// `.`: anything but line feed and carriage return.
    case any
    case set(Int)
    /// Continues at both.
    case split(Int, Int)
    case jump(Int)
    case start
    case end
    case accept
  }

  package static let mostInstructions = 4096
  static let deepestGroup = 32
  static let largestSize = 1 << 16

  private(set) var program: [Instruction] = []
  private(set) var sets: [ScalarSet] = []
  /// Whether capital letters equal small ones.
  private(set) var ignoresCase = false

  package init(_ text: String, _ syntax: Syntax = .iRegexp) throws(Refusal) {
    guard text.utf8.count <= LinearPattern.largestSize else { throw .tooLarge }
    var parser = LinearPatternParser(text, syntax)
    program = try parser.pattern()
    sets = parser.sets
    ignoresCase = parser.ignoresCase
  }
}

/// A set of Unicode scalars: `[a-z\p{Lu}]`, `\P{N}`.
struct ScalarSet: Sendable {
  var isNegated = false
  var ranges: [ClosedRange<UInt32>] = []
  var categories: Set<Category> = []

  /// `\p{…}` or `\P{…}`.
  struct Category: Sendable, Hashable {
    let name: String
    let isComplement: Bool

    func contains(_ category: String) -> Bool {
      (name.utf8.count == 1 ? category.utf8.first == name.utf8.first : category == name)
        != isComplement
    }

    /// The general categories that RFC 9485 knows.
    static let names: Set<String> = [
      "L", "Ll", "Lm", "Lo", "Lt", "Lu", "M", "Mc", "Me", "Mn", "N", "Nd", "Nl", "No", "P", "Pc",
      "Pd", "Pe", "Pf", "Pi", "Po", "Ps", "Z", "Zl", "Zp", "Zs", "S", "Sc", "Sk", "Sm", "So", "C",
      "Cc", "Cf", "Cn", "Co",
    ]
  }

  static func categories(_ names: [String]) -> Set<Category> {
    Set(names.map { Category(name: $0, isComplement: false) })
  }

  /// Sorts the ranges and unites those that overlap, for `contains`.
  mutating func unite() {
    ranges.sort { $0.lowerBound < $1.lowerBound }
    var united: [ClosedRange<UInt32>] = []
    for range in ranges {
      guard let last = united.last, range.lowerBound <= last.upperBound else {
        united.append(range)
        continue
      }
      united[united.count - 1] = last.lowerBound...max(last.upperBound, range.upperBound)
    }
    ranges = united
  }

  /// Whether the scalar is in the set. O(log ranges), after `unite`.
  func contains(_ scalar: Unicode.Scalar) -> Bool {
    if hasRange(with: scalar.value) { return !isNegated }
    guard !categories.isEmpty else { return isNegated }
    let category = scalar.properties.generalCategory.abbreviation
    return categories.contains { $0.contains(category) } != isNegated
  }

  private func hasRange(with value: UInt32) -> Bool {
    var (low, high) = (0, ranges.count)
    while low < high {
      let middle = (low + high) / 2
      if ranges[middle].upperBound < value { low = middle + 1 } else { high = middle }
    }
    return low < ranges.count && ranges[low].contains(value)
  }
}

extension Unicode.GeneralCategory {
  /// The two letters by which Unicode abbreviates the category.
  fileprivate var abbreviation: String {
    switch self {
    case .uppercaseLetter: "Lu"
    case .lowercaseLetter: "Ll"
    case .titlecaseLetter: "Lt"
    case .modifierLetter: "Lm"
    case .otherLetter: "Lo"
    case .nonspacingMark: "Mn"
    case .spacingMark: "Mc"
    case .enclosingMark: "Me"
    case .decimalNumber: "Nd"
    case .letterNumber: "Nl"
    case .otherNumber: "No"
    case .connectorPunctuation: "Pc"
    case .dashPunctuation: "Pd"
    case .openPunctuation: "Ps"
    case .closePunctuation: "Pe"
    case .initialPunctuation: "Pi"
    case .finalPunctuation: "Pf"
    case .otherPunctuation: "Po"
    case .mathSymbol: "Sm"
    case .currencySymbol: "Sc"
    case .modifierSymbol: "Sk"
    case .otherSymbol: "So"
    case .spaceSeparator: "Zs"
    case .lineSeparator: "Zl"
    case .paragraphSeparator: "Zp"
    case .control: "Cc"
    case .format: "Cf"
    case .surrogate: "Cs"
    case .privateUse: "Co"
    case .unassigned: "Cn"
    @unknown default: "Cn"
    }
  }
}
