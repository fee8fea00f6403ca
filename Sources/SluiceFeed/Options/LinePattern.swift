public import Sluice

/// What lines begin with: text, and named parts between it.
///
/// | in a pattern | stands for |
/// |---|---|
/// | `{NAME}` | a word: one or more bytes that are not white space, up to the text that follows |
/// | `{NAME:int}` | a whole number, such as `17`, which becomes a number |
/// | `{NAME:time}` | a word that begins as a time of RFC 3339 does, such as `2026-01-31T12:00:00Z` |
/// | `{NAME:3}` | that many words with the white space between them, such as `Jan  1 12:00:00` |
/// | `{NAME:text}` | anything, or nothing, up to the text that follows |
/// | a space | one or more spaces or tabs |
/// | `{{`, `}}` | a brace |
/// | anything else | itself |
///
/// A part without a name (`{}`, `{:text}`) is skipped. A pattern ends with text, such as a space. Each part
/// ends where the text after it is first found, without going back: matching takes time in proportion to the
/// line.
///
/// ```swift
/// let pattern = try LinePattern("{time} {host} {app}[{pid:int}]: ")
/// ```
public struct LinePattern: Sendable, Hashable, CustomStringConvertible {
  /// As it was given.
  public let description: String
  /// The first that fits is taken.
  let alternatives: [[LinePart]]

  /// Parses a pattern, or takes the preset of that name. Throws `invalid-value`, which says what is wrong with
  /// it.
  public init(_ text: String) throws(JSONError) {
    let patterns = LinePattern.presets.first { $0.name == text }?.patterns ?? [text]
    description = text
    var alternatives: [[LinePart]] = []
    for pattern in patterns { alternatives.append(try LinePart.parse(pattern)) }
    self.alternatives = alternatives
  }

  /// Patterns of known formats by name.
  public static let presets: [(name: String, patterns: [String])] = [
    (
      "syslog",
      // RFC 5424, without structured data and with it; RFC 3164, in files without the priority; and with the
      // time of RFC 3339.
      [
        "<{priority:int}>1 {time} {host} {app} {pid} {id} - ",
        "<{priority:int}>1 {time} {host} {app} {pid} {id} [{data:text}] ",
      ]
        + ["<{priority:int}>", ""].flatMap { priority in
          ["{time:time}", "{time:3}"].flatMap { time in
            [
              "\(priority)\(time) {host} {app}[{pid:int}]: ", "\(priority)\(time) {host} {app}: ",
            ]
          }
        }
    ),
    (
      "kubectl",
      // --prefix, --timestamps, and both.
      ["[pod/{pod}/{container}] {time:time} ", "[pod/{pod}/{container}] ", "{time:time} "]
    ),
    ("cri", ["{time:time} {stream} {tag} "]),
    ("compose", ["{service} | {time:time} ", "{service} | "]),
  ]

  public static func == (left: LinePattern, right: LinePattern) -> Bool {
    left.description.utf8.elementsEqual(right.description.utf8)
  }

  public func hash(into hasher: inout Hasher) { hasher.combine(description) }
}

extension LinePattern {
  private static func preset(_ name: String) -> LinePattern {
    do throws(JSONError) {
      return try LinePattern(name)
    } catch {
      preconditionFailure("a preset is a pattern: \(error.summary)")
    }
  }

  /// `kubectl logs --timestamps` and `docker logs --timestamps`, and `kubectl logs --prefix --timestamps`:
  /// `time`, or `pod`, `container` and `time`.
  public static let kubectl = preset("kubectl")
  /// Syslog by RFC 5424 and RFC 3164, with or without the priority, and as `journalctl` prints it:
  /// `priority`, `time`, `host`, `app`, `pid`, and in RFC 5424 `id` and `data`.
  public static let syslog = preset("syslog")
  /// The files of containerd and CRI-O: `time`, `stream`, and `tag`, which is `F`, or `P` for a line that
  /// continues in the next one.
  public static let cri = preset("cri")
  /// `docker compose logs`, with or without `--timestamps`: `service` and `time`.
  public static let compose = preset("compose")
}
