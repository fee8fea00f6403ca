/// What a search logs of the objects it meets.
public enum JSONParserLogLevel: Int, Sendable, Hashable, CaseIterable, Comparable {
  /// Nothing.
  case silent = 0
  /// The mandatory fields that an object lacks which has others of them, and why an object is refused
  /// that has all.
  case logMandatoryFields = 1
  /// That, and the optional fields that an object lacks, models included.
  case logAllFields = 2

  public static func < (left: JSONParserLogLevel, right: JSONParserLogLevel) -> Bool {
    left.rawValue < right.rawValue
  }
}
