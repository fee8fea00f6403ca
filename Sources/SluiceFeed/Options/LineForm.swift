public import Sluice
import SluiceSystem

/// What the lines of a feed are, if they are not JSON texts by themselves.
///
/// Each line becomes one JSON object, which is the record: columns, filters, mappings and cursors read it as
/// any other. Offsets, line numbers and rejects are those of the line, whose bytes
/// ``FeedRecord/rawBytes`` has.
///
/// ```swift
/// var options = FeedOptions()
/// options.lineForm = LineForm(prefix: .kubectl)
/// // 2026-01-31T12:00:00Z {"id":7}   becomes   {"prefix":{"time":"2026-01-31T12:00:00Z"},"id":7}
/// ```
///
/// A line that does not have the form is a bad record. Feeds with a form are read line by line by one thread,
/// whatever ``FeedOptions/parallel`` is, at about the speed of feeds in which every window has damage; other
/// feeds cost what they cost without it.
public struct LineForm: Sendable, Hashable {
  /// How a line, or what comes after its prefix, is written.
  public enum Content: String, Sendable, Hashable, CaseIterable {
    case json
    /// `level=info msg="it works" took=12 ok`: an object of its keys. A value that is written as a JSON
    /// number, `true`, `false` or `null` is one; a key without a value is `true`; all others are strings.
    case logfmt
    /// The same with all values as strings, except keys without a value.
    case logfmtStrings = "logfmt-strings"
  }

  /// What each line begins with. Its parts are the object `prefix`, the first field of the record. What
  /// follows must be an object.
  public var prefix: LinePattern?
  public var content: Content
  /// The string that contains the record, as in `{"log":"{\"id\":7}","stream":"stdout"}`. The object around
  /// it is the record's first field, `outer`.
  public var inside: LineField?

  public init(
    prefix: LinePattern? = nil, content: Content = .json, inside: LineField? = nil
  ) {
    self.prefix = prefix
    self.content = content
    self.inside = inside
  }

  /// Whether each line is a JSON text.
  public var isPlain: Bool { prefix == nil && content == .json && inside == nil }

  /// Its parts in words, each in the form of a flag: what an import's progress belongs to.
  package var words: [String] {
    var words: [String] = []
    if let prefix { words.append("prefix \(prefix)") }
    if content != .json { words.append("lines \(content.rawValue)") }
    if let inside { words.append("inside \(inside)") }
    return words
  }
}

extension LineForm {
  /// The path in the record of the array that these steps name in the line, if the string with the record is in one of
  /// its elements; nil otherwise.
  package func pathOfArrayAround(_ steps: [PathStep]) -> [String]? {
    guard let way = inside?.pointer.steps, !steps.isEmpty, way.count > steps.count,
      way.begins(with: steps), way[steps.count].index != nil
    else { return nil }
    return ["outer"] + steps.map(\.key)
  }

  /// Whether the record can have no array at the end of these steps: those of logfmt are strings, numbers and words.
  package func hasNoArray(at steps: [PathStep]) -> Bool {
    guard content != .json, let first = steps.first else { return false }
    if inside == nil { return first.key != "kafka" }
    // The record itself is JSON, and so is what a topic says of a message.
    return first.key == "outer" && steps.count > 1 && steps[1].key != "kafka"
  }
}

extension Array<PathStep> {
  /// Whether the first steps are these, byte for byte.
  package func begins(with steps: [PathStep]) -> Bool {
    count >= steps.count && zip(self, steps).allSatisfy { $0.key.utf8.elementsEqual($1.key.utf8) }
  }
}

/// The place of a string in a line's object: a key path such as `log` or `message.text`, or a JSON Pointer
/// such as `/log`.
public struct LineField: Sendable, Hashable, CustomStringConvertible {
  /// As it was given.
  public let description: String
  let pointer: JSONPointer

  /// Throws `invalid-path` for a text that is neither.
  public init(_ text: String) throws(JSONError) {
    description = text
    if text.utf8.first == UInt8(ascii: "/") {
      pointer = try JSONPointer(text)
    } else {
      let keys = text.parts(at: ".").map(String.init)
      guard keys.allSatisfy({ !$0.isEmpty }) else {
        throw JSONError(
          .invalidPath, at: 0, name: text,
          reason: "expected a name before and after each dot, such as log or message.text")
      }
      pointer = JSONPointer(tokens: keys)
    }
  }
}
