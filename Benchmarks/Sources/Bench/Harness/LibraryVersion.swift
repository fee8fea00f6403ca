import CContenders

/// A C or C++ library that contenders are made with, for the report.
struct LibraryVersion: Codable {
  let name: String
  /// The version from the library or its header; nil: it was missing when the contenders were built.
  let version: String?
  /// The Debian package that contains it.
  let package: String

  /// All, in the order of the C++ registry.
  static var all: [LibraryVersion] {
    #if COUNTS_ONLY
      return []
    #else
      var index = 0
      var all: [LibraryVersion] = []
      while let name = bench_library_name(index), let package = bench_library_package(index) {
        all.append(
          LibraryVersion(
            name: String(cString: name),
            version: bench_library_version(index).map { String(cString: $0) },
            package: String(cString: package)))
        index += 1
      }
      return all
    #endif
  }

  /// Its form in the report.
  var line: String { "\(name) \(version ?? "missing (Debian: apt-get install \(package))")" }
}
