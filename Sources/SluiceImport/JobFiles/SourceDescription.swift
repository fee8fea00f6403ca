import Sluice
package import SluiceFeed
import SluiceSystem

/// Sources as people name them: files, patterns, URLs, and `-`.
package enum SourceDescription {
  package static func feedSource(
    _ words: [String], isFollowing: Bool
  ) throws(ImportError) -> FeedSource {
    if isFollowing {
      guard words.count == 1, words[0] != "-" else {
        throw ImportError(
          .badJob, "--follow takes one file or topic, found \(words.joined(separator: " "))")
      }
      if let address = SourceAddress(ifURL: words[0]) {
        guard address.areMessages else {
          throw ImportError(
            .badJob,
            "--follow takes a file or a topic: \(address) is on a server, and can't be followed")
        }
        try check(address)
        return .topic(address)
      }
      if isPattern(words[0]), !isThere(words[0]) {
        throw ImportError(
          .badJob,
          "--follow takes one log, and no file has the name \(words[0]), which is a pattern: name the log"
            + " (one whose name has these characters must be there), or import the pattern's files without"
            + " --follow, as often as you like")
      }
      return .log(words[0])
    }
    guard words != ["-"] else { return .standardInput }
    guard !words.contains("-") else {
      throw ImportError(.badJob, "standard input (-) can't be read together with files")
    }
    let addresses = words.map { SourceAddress(ifURL: $0) }
    if addresses.contains(where: { $0 != nil }) {
      var sources: [FeedSource] = []
      for (word, address) in zip(words, addresses) {
        if let address {
          try check(address)
          sources.append(.address(address))
        } else {
          sources += try SourceDescription.files(word).map { .file($0) }
        }
      }
      return sources.count == 1 ? sources[0] : .several(sources)
    }
    var files: [String] = []
    for word in words { files += try SourceDescription.files(word) }
    return files.count == 1 ? .file(files[0]) : .files(files)
  }

  /// A word that names an existing file is that file, even with an asterisk in its name. Any other word
  /// with a pattern's characters stands for the files that match it.
  private static func files(_ word: String) throws(ImportError) -> [String] {
    guard isPattern(word), !isThere(word) else { return [word] }
    do throws(JSONError) {
      return try Glob.files(matching: word)
    } catch {
      throw ImportError(.source, "\(error)")
    }
  }

  private static func check(_ address: SourceAddress) throws(ImportError) {
    do throws(JSONError) {
      _ = try address.location()
    } catch {
      throw ImportError(.badJob, "\(error)")
    }
  }

  /// Throws for URLs that hold what may be a secret, which files must not contain.
  package static func checkStorable(_ words: [String]) throws(ImportError) {
    for case let address? in words.map(SourceAddress.init(ifURL:)) where address.hasSecrets {
      throw ImportError(
        .badJob,
        "\(address) was given with a login, a signature or values of parameters that"
          + " may be secrets, which no file should hold: give that URL on the command line, with a job file"
          + " without \"sources\"")
    }
  }

  static func isPattern(_ word: String) -> Bool { word.utf8.contains(where: isSpecial) }

  private static func isSpecial(_ byte: UInt8) -> Bool { "*?[".utf8.contains(byte) }

  static func isThere(_ path: String) -> Bool { (try? FileStatus(at: path)) != nil }

  /// Escapes the characters of patterns in a path.
  static func escaped(_ path: String) -> String {
    var pattern = ""
    for scalar in path.unicodeScalars {
      if "*?[\\".unicodeScalars.contains(scalar) { pattern += "\\" }
      pattern.unicodeScalars.append(scalar)
    }
    return pattern
  }
}
