import Sluice
import SluiceFeed
import SluiceSystem

/// The files in which AWS's programs keep profiles.
struct AWSProfiles {
  let name: String
  /// The settings of the profile, of both files; those of the credentials file first.
  let settings: [String: String]
  /// The files that were read.
  let files: [String]

  /// Throws `io` for a profile that was asked for by name and is not there, and for a file that can't be
  /// read. A missing file is an empty one.
  init(_ context: RemoteContext) throws(JSONError) {
    let asked = context.variable("AWS_PROFILE")
    name = asked ?? "default"
    let home = context.variable("HOME").map { $0 + "/.aws/" }
    var settings: [String: String] = [:]
    var files: [String] = []
    let places = [
      (context.variable("AWS_CONFIG_FILE") ?? home.map { $0 + "config" }, true),
      (context.variable("AWS_SHARED_CREDENTIALS_FILE") ?? home.map { $0 + "credentials" }, false),
    ]
    var isThere = false
    for (path, isConfig) in places {
      guard let path,
        let text = try SecretFile.text(
          of: path, isNeeded: false, notes: context.notes, isSecret: AWSProfiles.holdKeys)
      else { continue }
      files.append(path)
      let section = isConfig && name != "default" ? "profile \(name)" : name
      guard let found = AWSProfiles.sections(text)[ByteName(section)] else { continue }
      isThere = true
      settings.merge(found) { $1 }
    }
    guard isThere || asked == nil else {
      throw SourceFault.error(
        "AWS_PROFILE",
        "there is no profile \"\(PrintableText.line(name))\" in "
          + (files.isEmpty
            ? "~/.aws/config or ~/.aws/credentials" : files.joined(separator: " or ")))
    }
    self.settings = settings
    self.files = files
  }

  /// The sections of a file, with their settings. Lines that are indented belong to the setting before.
  static func sections(_ text: String) -> [ByteName: [String: String]] {
    var sections: [ByteName: [String: String]] = [:]
    var section: ByteName?
    for line in text.split(whereSeparator: \.isNewline) {
      if let first = line.first, first == " " || first == "\t" { continue }
      let line = trimmed(line)
      guard let first = line.first, first != "#", first != ";" else { continue }
      if first == "[" {
        let name = line.unicodeScalars.dropFirst().prefix { $0 != "]" }
        section = ByteName(
          name.split(whereSeparator: { $0 == " " || $0 == "\t" }).map { String($0) }
            .joined(separator: " "))
        if let section, sections[section] == nil { sections[section] = [:] }
      } else if let section, let (name, value) = line.halves(at: "=") {
        let key = trimmed(name).lowercased()
        sections[section]?[key] = String(trimmed(value))
      }
    }
    return sections
  }

  private static func holdKeys(_ text: String) -> Bool {
    text.split(whereSeparator: \.isNewline).contains {
      let line = $0.drop { $0 == " " || $0 == "\t" }.lowercased()
      return line.hasPrefix("aws_secret_access_key") || line.hasPrefix("aws_session_token")
    }
  }

  private static func trimmed(_ text: Substring) -> Substring {
    var text = text.unicodeScalars.drop { $0 == " " || $0 == "\t" }
    while let last = text.last, last == " " || last == "\t" { text.removeLast() }
    return Substring(text)
  }
}
