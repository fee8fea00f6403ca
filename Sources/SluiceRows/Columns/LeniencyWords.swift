import Sluice
import SluiceSystem

/// The words of a leniency, as they are parsed.
struct LeniencyWords {
  /// In the order in which they were given, those with a value as one.
  private(set) var all: [String] = []
  private(set) var forms: [TimeForm] = []
  private(set) var fraction: FractionRule?
  private(set) var zone: ZoneRules?

  private let type: ColumnType

  init() { type = .json }

  init(_ text: String, for type: ColumnType) throws(ImportError) {
    self.type = type
    var words = try LeniencyWords.split(text)[...]
    guard !words.isEmpty else { throw fault("expected a word after accepts, found none") }
    while let word = words.popFirst() { try add(word, &words) }
    try check()
  }

  func has(_ word: String) -> Bool { all.contains { $0.utf8.elementsEqual(word.utf8) } }

  /// The words for a type.
  static func words(for type: ColumnType) -> [String] {
    switch type {
    case .int, .real: ["text", "spaces", "plus", "extended"]
    case .decimal: ["spaces", "plus", "extended"]
    case .bool: ["text", "spaces"]
    case .text: ["scalars", "extended", "bytes"]
    case .date: ["spaces", "'PATTERN'"]
    case .timestamp:
      [
        "iso8601", "utc", "zone NAME", "fraction cut", "fraction round", "'PATTERN'", "epoch",
        "epochms", "epochus", "text", "spaces", "plus", "extended",
      ]
    case .epoch, .epochms, .epochus:
      ["text", "spaces", "plus", "fraction cut", "fraction round", "extended"]
    case .uuid: ["spaces", "extended"]
    case .blob: ["extended", "bytes"]
    case .json, .list, .structure, .map: []
    }
  }

  /// Those of a leniency that a type knows.
  static func kept(_ text: String, for type: ColumnType) throws(ImportError) -> String {
    let known = words(for: type)
    var kept: [String] = []
    var words = try split(text)[...]
    while let word = words.popFirst() {
      let isValued = word == "zone" || word == "fraction"
      let whole = isValued ? "\(word) \(words.popFirst() ?? "")" : word
      let isKnown = known.contains { form in
        form == word || form.starts(withText: word + " ")
          || (form == "'PATTERN'" && word.starts(withText: "'"))
      }
      if isKnown { kept.append(whole) }
    }
    return kept.joined(separator: " ")
  }

  private mutating func add(_ word: String, _ rest: inout ArraySlice<String>) throws(ImportError) {
    let known = LeniencyWords.words(for: type)
    if word.utf8.first == UInt8(ascii: "'") {
      guard known.contains("'PATTERN'") else { throw unknown(word) }
      let pattern = try TimePattern(
        String(decoding: word.utf8.dropFirst().dropLast(), as: UTF8.self))
      guard type != .date || !pattern.hasTime else {
        throw fault("the pattern \(word) has more than a day, which is all that a date holds")
      }
      forms.append(.pattern(pattern))
      return try note(word)
    }
    guard known.contains(where: { $0 == word || $0.starts(withText: word + " ") }) else {
      throw unknown(word)
    }
    switch word {
    case "zone":
      guard let name = rest.popFirst() else {
        throw fault("expected a zone's name after zone, such as Europe/Berlin")
      }
      if let zone { throw fault("zone is there twice, \(zone.name) and \(name)") }
      zone = try ZoneFile.rules(of: name)
      try note("zone \(name)")
    case "fraction":
      guard let rule = rest.popFirst().flatMap({ FractionRule(rawValue: $0) }) else {
        throw fault("expected cut or round after fraction")
      }
      guard fraction == nil else { throw fault("fraction is there twice") }
      fraction = rule
      try note("fraction \(rule)")
    case "epoch": try add(epoch: word, shift: 6)
    case "epochms": try add(epoch: word, shift: 3)
    case "epochus": try add(epoch: word, shift: 0)
    default: try note(word)
    }
  }

  private mutating func add(epoch word: String, shift: Int) throws(ImportError) {
    let isThere = forms.contains { form in
      if case .epoch = form { true } else { false }
    }
    guard !isThere else { throw fault("a number is in one unit: epoch, epochms or epochus") }
    forms.append(.epoch(shift: shift))
    try note(word)
  }

  /// The most other forms of time: each takes time for a text that has none of them.
  private static let mostForms = 16

  private mutating func note(_ word: String) throws(ImportError) {
    guard forms.count <= LeniencyWords.mostForms else {
      throw fault("there are more than \(LeniencyWords.mostForms) patterns")
    }
    guard !has(word) else { throw fault("\(word) is there twice") }
    all.append(word)
  }

  /// Throws for words that need another one.
  private func check() throws(ImportError) {
    let hasEpoch = forms.contains { form in
      if case .epoch = form { true } else { false }
    }
    if type == .timestamp, has("text"), !hasEpoch {
      throw fault("text is for numbers in strings: it needs epoch, epochms or epochus")
    }
    if has("plus"), type != .decimal, !has("text") { throw fault("plus needs text") }
    if has("spaces"), type.takesNumbers || type == .bool, type != .decimal, !has("text") {
      throw fault("spaces needs text")
    }
    for case .pattern(let pattern) in forms where type == .timestamp {
      guard pattern.hasZone || zone != nil else {
        throw fault(
          "the pattern '\(pattern.text)' has no zone: add %z to it, or zone NAME (zone UTC, zone Europe/Berlin)"
        )
      }
    }
  }

  private func unknown(_ word: String) -> ImportError {
    fault("\"\(word)\" is no word for it")
  }

  private func fault(_ reason: String) -> ImportError {
    let words = LeniencyWords.words(for: type)
    let expected =
      words.isEmpty
      ? "\(type.isNested ? "a nested type" : "\(type)") accepts nothing else"
      : "\(type) accepts \(words.joined(separator: ", "))"
    return ImportError(.badColumn, "\(reason); \(expected)")
  }

  /// Words between spaces; one that begins with a `'` ends with the next, and may hold spaces.
  private static func split(_ text: String) throws(ImportError) -> [String] {
    var words: [String] = []
    var rest = Array(text.utf8)[...]
    while true {
      rest = rest.drop { $0 == 0x20 }
      guard let first = rest.first else { return words }
      let isQuoted = first == UInt8(ascii: "'")
      let end =
        isQuoted
        ? rest.dropFirst().firstIndex(of: first) : rest.firstIndex(of: 0x20) ?? rest.endIndex
      guard let end else {
        throw ImportError(
          .badColumn, "expected a ' after the pattern \(String(decoding: rest, as: UTF8.self))")
      }
      let after = isQuoted ? end + 1 : end
      words.append(String(decoding: rest[..<after], as: UTF8.self))
      rest = rest[after...]
    }
  }
}
