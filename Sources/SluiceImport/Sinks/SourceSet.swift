import Sluice

/// The sources and columns of a replacement, which distinguish it from other replacements of the target.
///
/// Two runs belong to the same replacement when they have the same sources, in any order, and take the same
/// from each.
struct SourceSet: Hashable {
  /// One line for each source, sorted; nil: one of them can't be read again, so that no run can resume it.
  let text: String?

  init(_ jobs: [JobIdentity?]) {
    var lines: Set<ByteName> = []
    for job in jobs {
      guard let job else {
        text = nil
        return
      }
      lines.insert(ByteName("\(job.source)\n\(job.columns)"))
    }
    text = lines.sorted().map(\.text).joined(separator: "\u{0}")
  }

  /// A short form of the text, to be kept with the progress: 128 bits as hexadecimal digits.
  var fingerprint: String? {
    text.map { text in
      let bytes = Array(text.utf8)
      return SourceFingerprint.hash(bytes) + SourceFingerprint.hash(bytes.reversed())
    }
  }
}
