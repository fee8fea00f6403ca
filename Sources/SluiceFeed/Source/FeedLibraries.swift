import CDecompression
import CISAL
import CZstd
import SluiceSystem

/// The libraries that feeds are read with.
package enum FeedLibraries {
  /// All of them. Loads those that are loaded on demand.
  package static var all: [LibraryStatus] {
    [
      LibraryStatus(
        linked: "ISA-L", for: "gzip feeds",
        version: "\(ISAL_MAJOR_VERSION).\(ISAL_MINOR_VERSION).\(ISAL_PATCH_VERSION)",
        debian: "libisal2", homebrew: "isa-l"),
      LibraryStatus(
        linked: "libzstd", for: "Zstandard feeds",
        version: unsafe String(cString: ZSTD_versionString()), debian: "libzstd1", homebrew: "zstd"),
    ] + LoadedFormat.allCases.map(\.status) + [ArchiveLibrary.status]
  }
}

extension LoadedFormat {
  fileprivate var status: LibraryStatus {
    let reason = unsafe cdc_load(number).map { unsafe String(cString: $0) }
    return LibraryStatus(
      loaded: library, for: "\(name) feeds",
      // libbz2 adds a date.
      version: unsafe cdc_version(number).map { unsafe String(cString: $0) }?
        .split(separator: ",").first.map(String.init),
      reason: reason, debian: debianPackage, homebrew: program)
  }
}
