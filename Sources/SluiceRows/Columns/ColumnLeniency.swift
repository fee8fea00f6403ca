import Sluice

/// What a column takes besides the values of its type, as they are in feeds: numbers in strings, times in other forms.
/// It stores the same.
///
/// ```
/// int accepts text                                   "100" is 100
/// text accepts scalars                               90210 is the text 90210
/// int accepts extended                               {"$numberLong": "100"} is 100
/// timestamp accepts utc fraction cut zone Europe/Berlin '%d/%b/%Y:%H:%M:%S %z' epoch
/// ```
///
/// Nothing is accepted unless it is named. What is lost is what the word says: `fraction cut`, `fraction round`. How
/// many values were taken so is counted by the word.
public struct ColumnLeniency: Sendable, Hashable, CustomStringConvertible {
  /// Its words, with a space between them; empty if it accepts nothing.
  public let description: String
  /// Numbers and Booleans in strings, by JSON's grammar.
  let text: Bool
  /// White space around the text of a number, a Boolean, a day or a time.
  let spaces: Bool
  /// A `+` before a number in a string.
  let plus: Bool
  /// Numbers and Booleans as the texts that they are written as.
  let scalars: Bool
  /// The objects by which MongoDB's Extended JSON writes values of other types.
  let extended: Bool
  /// Arrays of bytes as numbers.
  let bytes: Bool
  /// Offsets such as `+0200` and `+02`, a comma before the fraction, times without seconds.
  let iso8601: Bool
  /// `UTC` or `GMT` after a time, with or without a space.
  let utc: Bool
  /// Other forms of times, in the order in which they are tried.
  let forms: [TimeForm]
  let fraction: FractionRule?
  /// Where times are local that have neither `Z` nor an offset.
  let zone: ZoneRules?

  /// Accepts nothing besides the column's type.
  public init() {
    self.init(LeniencyWords())
  }

  /// Parses the words that may follow `accepts` in a column's text: what a column of that type accepts.
  ///
  /// O(length); reads the zone's file for `zone`. Throws ``ImportError`` that has the words for the type, for a word that
  /// there is not or that another contradicts, for a pattern that can't be read back, and for a zone that the system
  /// does not have.
  public init(parsing text: String, for type: ColumnType) throws(ImportError) {
    self.init(try LeniencyWords(text, for: type))
  }

  private init(_ words: LeniencyWords) {
    description = words.all.joined(separator: " ")
    text = words.has("text")
    spaces = words.has("spaces")
    plus = words.has("plus")
    scalars = words.has("scalars")
    extended = words.has("extended")
    bytes = words.has("bytes")
    iso8601 = words.has("iso8601")
    utc = words.has("utc")
    (forms, fraction, zone) = (words.forms, words.fraction, words.zone)
  }

  /// The same for a column that a wider type was given: without the words that the type has no use for.
  ///
  /// Throws ``ImportError`` where what is left needs more.
  package func kept(for type: ColumnType) throws(ImportError) -> ColumnLeniency {
    // What a number's column took is a text's, however it is written.
    if type == .text, text { return try ColumnLeniency(parsing: "scalars", for: type) }
    let kept = try LeniencyWords.kept(description, for: type)
    return kept.isEmpty ? ColumnLeniency() : try ColumnLeniency(parsing: kept, for: type)
  }

  /// Adds the words of a flag to those that are there. Throws as ``init(parsing:for:)`` does.
  package mutating func add(_ words: String, for type: ColumnType) throws(ImportError) {
    self = try ColumnLeniency(
      parsing: isEmpty ? words : "\(description) \(words)", for: type)
  }

  /// Whether nothing is accepted besides the column's type.
  public var isEmpty: Bool { description.isEmpty }

  public static func == (left: ColumnLeniency, right: ColumnLeniency) -> Bool {
    left.description.utf8.elementsEqual(right.description.utf8)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(ByteName(description)) }
}

/// A form of times besides RFC 3339's.
enum TimeForm: Sendable, Hashable {
  case pattern(TimePattern)
  /// A number of seconds, milliseconds or microseconds since 1970; `shift`: by how many digits the unit exceeds a
  /// microsecond.
  case epoch(shift: Int)
}
