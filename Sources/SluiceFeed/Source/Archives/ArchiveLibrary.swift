import CArchive
import Sluice
import SluiceSystem

/// libarchive, loaded when the first archive is read.
enum ArchiveLibrary {
  private static let name = "libarchive"
  private static let debian = "libarchive13"

  /// Loads it, once. Throws `unsupported-encoding`, which names the package to install.
  static func load(for format: ArchiveFormat, _ source: String) throws(JSONError) {
    guard let reason = unsafe carch_load().map({ unsafe String(cString: $0) }) else { return }
    throw JSONError(
      .unsupportedEncoding, at: 0,
      name:
        "\(format.words) (\(source)) without \(name), which can't be loaded (\(reason)): install it"
        + " (Debian, Ubuntu: apt-get install \(debian); Homebrew: brew install \(name)), or unpack the"
        + " archive first")
  }

  static var status: LibraryStatus {
    let reason = unsafe carch_load().map { unsafe String(cString: $0) }
    return LibraryStatus(
      loaded: name, for: "tar and zip archives",
      version: unsafe carch_version().map { unsafe String(cString: $0) }, reason: reason,
      debian: debian, homebrew: name)
  }
}
