#if PLANTED
  import SluiceSystem

  /// Faults that were repaired, put in again in a build for tests (`SLUICE_PLANTED=1 swift build`) to see that
  /// scripts/world finds them: one at a time, by the variable SLUICE_PLANTED_FAULT.
  enum PlantedFault: String {
    /// Rotated files with dates count as older than numbered ones, and so as read.
    case schemes
    /// Rotated files are looked for beside a link only.
    case links
    /// Nothing is said where a generation may be missing.
    case generations
    /// Names that look alike are one.
    case spellings
    /// A reject file is cut without proof that the job wrote it.
    case foreignRejects = "foreign-rejects"
    /// The old rejects stay when a job begins anew.
    case rejectsAfterRestart = "rejects-after-restart"

    private static let chosen = Environment.value(of: "SLUICE_PLANTED_FAULT")

    var isOn: Bool { PlantedFault.chosen == rawValue }
  }
#endif
