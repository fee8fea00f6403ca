import Foundation

/// How much the tests play that repeat something: random mixtures, damaged bytes, points of failure.
///
/// Everyday runs (`scripts/test`) play a part of it, the same each time. Long ones play all: those with
/// `SLUICE_LONG` set, as `scripts/test --all` and `scripts/sanitize` have it.
public enum Rounds {
  public static let areLong = ProcessInfo.processInfo.environment["SLUICE_LONG"] != nil

  public static func count(_ everyday: Int, long: Int) -> Int { areLong ? long : everyday }
}
