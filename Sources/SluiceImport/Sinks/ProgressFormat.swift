/// The version of what is kept between two runs: Sluice's tables in a database, the side files of files,
/// the notes beside reject files.
///
/// | version | written by |
/// |---|---|
/// | 1 | releases that wrote no version |
/// | 2 | this one: progress belongs to one table, and a replacement is a generation |
///
/// Version 1 is read, and becomes version 2 when something is written. A newer one is refused before that.
enum ProgressFormat {
  static let version: Int64 = 2
  /// The version of anything without a version.
  static let unversioned: Int64 = 1

  /// Throws when a newer release wrote what is at `place`.
  static func check(_ found: Int64, at place: String) throws(ImportError) {
    guard found > version || found < unversioned else { return }
    throw ImportError(
      .conflict,
      "\(place) has format version \(found), and this release of sluice reads versions \(unversioned)"
        + " to \(version): a newer one wrote it. Run the import with that release, or name another"
        + " target")
  }
}
