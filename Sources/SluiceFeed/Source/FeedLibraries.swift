import CDecompression
import CISAL
internal import CKafka
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
    ] + LoadedFormat.allCases.map(\.status) + [ArchiveLibrary.status, kafka]
  }

  private static var kafka: LibraryStatus {
    let reason = unsafe ckf_load().map { unsafe String(cString: $0) }
    let limits = reason == nil && ckf_tells_ids() == 0 ? ", but not their ids (since 2.3)" : ""
    return LibraryStatus(
      loaded: "librdkafka", for: "topics of Kafka" + limits,
      version: unsafe ckf_version().map { unsafe String(cString: $0) }, reason: reason,
      debian: "librdkafka1", homebrew: "librdkafka")
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
