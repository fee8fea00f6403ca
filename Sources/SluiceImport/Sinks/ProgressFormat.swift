/// The version of what is kept between two runs: Sluice's tables in a database, the side files of files,
/// the notes beside reject files.
enum ProgressFormat {
  static let version: Int64 = 2

  /// Throws when another release wrote what is at `place`.
  static func check(_ found: Int64, at place: String) throws(ImportError) {
    guard found != version else { return }
    throw ImportError(
      .conflict,
      "\(place) has format version \(found), and this release of sluice reads version \(version): "
        + (found > version ? "a newer one wrote it" : "one from before the first release wrote it")
        + ". Run the import with that one, or name another target")
  }
}
