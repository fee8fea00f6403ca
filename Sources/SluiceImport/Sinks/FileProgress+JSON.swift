import Sluice
import SluiceSystem

/// The lines of a journal.
extension FileProgress {
  /// How the line of a commit begins.
  static let lineBeginning = Array(#"{"length":"#.utf8)
  /// How a journal begins.
  static let beginning = Array(#"{"sluice":"progress","#.utf8)

  /// The beginning of a journal: everything but the jobs.
  func head() throws(JSONError) -> [UInt8] {
    var object: JSONObject = [
      "sluice": "progress", "version": JSON(ProgressFormat.version), "file": .string(fileID),
      "length": JSON(length), "finished": .bool(isFinished), "mode": .string(mode),
      "columns": .string(columns.text),
    ]
    if let proof = proof?.text { object["proof"] = .string(proof) }
    if mayBeEmpty { object["may_be_empty"] = true }
    if let id { object["id"] = .string(id) }
    if let inode { object["inode"] = .string(String(inode)) }
    if let replacement {
      object["replacement"] = [
        "part": .string(replacement.part), "journal": .string(replacement.journal),
        "id": .string(replacement.id), "sources": replacement.sources.map(JSON.string) ?? .null,
        "publishing": .bool(replacement.isPublishing),
        "replaceable": .string(replacement.replaceable.text),
      ]
    }
    return try FileProgress.line(object)
  }

  /// The beginning of a commit's line, up to its sources.
  ///
  /// `held`: what they have in common; nil: the commit has no sources, and this is the line without its end. Several sources
  /// are on one line, so that a crash tears all of them or none. It has no `source`: releases that know one source a line
  /// refuse it.
  func beginning(
    ofLine held: (columns: ByteName, fileID: String)?, isSeveral: Bool
  ) throws(JSONError) -> [UInt8] {
    var object: JSONObject = [
      "length": JSON(length), "finished": .bool(isFinished), "mode": .string(mode),
    ]
    if let proof = proof?.text { object["proof"] = .string(proof) }
    if let held {
      object["columns"] = .string(held.columns.text)
      object["file"] = .string(held.fileID)
    }
    if isSeveral { object["source"] = .null }
    return try JSON.object(object).serialized().dropLast()
      + (isSeveral ? Array(#","sources":["#.utf8) : [])
  }

  /// How the line of a commit ends.
  static func end(isSeveral: Bool) -> [UInt8] { Array((isSeveral ? "]}\n" : "\n").utf8) }

  private static func line(_ object: JSONObject) throws(JSONError) -> [UInt8] {
    try JSON.object(object).serialized() + [UInt8(ascii: "\n")]
  }

  /// Reads a journal's first line; nil when it is another line.
  init?(head json: JSON) {
    guard json["sluice"]?.string == "progress", let fileID = json["file"]?.string,
      read(commit: json), let columns = json["columns"]?.string
    else { return nil }
    self.fileID = fileID
    self.columns = ByteName(columns)
    mayBeEmpty = json["may_be_empty"]?.bool ?? false
    id = json["id"]?.string
    inode = json["inode"]?.string.flatMap { UInt64($0) }
    guard let replacement = json["replacement"] else { return }
    guard let part = replacement["part"]?.string, let journal = replacement["journal"]?.string,
      let id = replacement["id"]?.string, let isPublishing = replacement["publishing"]?.bool,
      FileProgress.isName(part), FileProgress.isName(journal)
    else { return nil }
    self.replacement = BegunReplacement(
      part: part, journal: journal, id: id, sources: replacement["sources"]?.string,
      isPublishing: isPublishing,
      replaceable: Replaceable(replacement["replaceable"]?.string ?? ""))
  }

  /// Whether a text can name a file in the same folder.
  private static func isName(_ text: String) -> Bool {
    !text.isEmpty && text != "." && text != ".." && !text.utf8.contains(UInt8(ascii: "/"))
      && !text.utf8.contains(0)
  }

  /// Takes a commit's line, which then holds. False: the line is not a commit's.
  mutating func read(_ line: JournalLines.Line) throws(ImportError) -> Bool {
    guard let json = line.json else { return false }
    guard let source = json["source"] else { return read(commit: json) }
    guard let columns = json["columns"]?.string, let fileID = json["file"]?.string else {
      return false
    }
    var places = line.sources
    if source != .null {
      guard let text = JournaledText(json), let count = UInt32(exactly: line.text.count) else {
        return false
      }
      let hash = IndicesByHash.hash(text.source)
      places = [JournaledText.Place(start: line.start, count: count, hash: hash)]
    }
    guard !places.isEmpty, read(commit: json) else { return false }
    for place in places { try jobs.note(place, ByteName(columns), fileID) }
    return true
  }

  private mutating func read(commit json: JSON) -> Bool {
    guard let length = json["length"]?.int64, length >= 0, let isFinished = json["finished"]?.bool,
      let mode = json["mode"]?.string
    else { return false }
    self.length = length
    self.isFinished = isFinished
    self.mode = mode
    proof = json["proof"]?.string.flatMap { FileProof($0[...], length: length) }
    return true
  }
}
