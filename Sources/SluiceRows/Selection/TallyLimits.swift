/// The bounds of a tally's memory, which tests lower.
package struct TallyLimits: Sendable {
  /// The most groups; more are an error, and so are more bytes of their keys.
  package var groups = Tally.mostGroups
  package var keyBytes = Tally.mostKeyBytes
  /// The most numbers of a group that are kept for quantiles, and the most intervals of all groups.
  package var exactNumbers = 1 << 20
  package var intervals = 4 << 20
  /// The most pairs of a group and a value that are kept, and the most bytes of them.
  package var exactPairs = 1 << 20
  package var pairBytes = 64 << 20
  /// The most bytes of all groups' sketches.
  package var sketchBytes = 512 << 20

  package init() {}
}
