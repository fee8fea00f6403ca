/// What a search logs about the objects it visits.
public enum JSONParserLogLevel: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Nothing.
  case silent = 0
  /// Missing mandatory fields of objects that have at least one of them, and why an object that has
  /// all of them was rejected.
  case logMandatoryFields = 1
  /// The same, and the optional fields that an object lacks, models included.
  case logAllFields = 2

  public static func < (left: JSONParserLogLevel, right: JSONParserLogLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
