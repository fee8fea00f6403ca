package import Sluice
import SluiceSystem

/// Files that may hold secrets.
package enum SecretFile {
  private static let most = 1 << 20

  /// The text of a file; nil if it is not there and not needed. Notes that other users can read it, if it holds secrets.
  /// Throws `io`.
  package static func text(
    of path: String, isNeeded: Bool = true, notes: SourceNotes,
    isSecret: (String) -> Bool = { _ in true }
  ) throws(JSONError) -> String? {
    do throws(SystemError) {
      let file = try FileDescriptor.open(reading: path, waitsForWriter: false)
      defer { file.close() }
      let text = String(decoding: try file.bytes(at: 0, count: most), as: UTF8.self)
      if let status = file.regularStatus, status.permissions & 0o044 != 0, isSecret(text) {
        notes.add(
          "exposed-secret",
          "\(PrintableText.line(path)) holds secrets, and other users can read it: chmod 600"
            + " \(PrintableText.line(path))")
      }
      return text
    } catch {
      if error.code == .noSuchFile, !isNeeded { return nil }
      throw JSONError(error, name: path)
    }
  }
}
