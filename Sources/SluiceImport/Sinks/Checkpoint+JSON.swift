import Sluice
import SluiceFeed

/// A checkpoint as text, for targets that keep text: an object on one line.
extension Checkpoint {
  var text: String {
    get throws(ImportError) {
      var writer = JSONWriter()
      do throws(JSONError) {
        try write(to: &writer)
        return try writer.takeString()
      } catch {
        throw ImportError(.sink, "the checkpoint can't be written: \(error.summary)")
      }
    }
  }

  func write(to writer: inout JSONWriter) throws(JSONError) {
    try writer.beginObject()
    try writer.key("offset")
    try writer.value(position.offset)
    try writer.key("line")
    try writer.value(position.line)
    try writer.key("record")
    try writer.value(position.recordNumber)
    try writer.key("file")
    try writer.value(position.file.map { JSON.string($0.text) })
    try writer.key("rows")
    try writer.value(rows)
    try writer.key("rejects")
    try writer.value(rejects)
    try writer.key("source_size")
    try writer.value(fingerprint.size)
    try writer.key("source_head")
    try writer.value(fingerprint.head)
    try writer.key("source_tail")
    try writer.value(fingerprint.tail)
    try writer.key("reject_file")
    try writer.value(rejectFile.map { JSON.string($0.text) })
    try writer.key("reject_length")
    try writer.value(rejectFileLength)
    try writer.key("finished")
    try writer.value(isFinished)
    try writer.endObject()
  }

  var json: JSON {
    get throws(JSONError) {
      [
        "offset": JSON(position.offset), "line": JSON(position.line),
        "record": JSON(position.recordNumber),
        "file": position.file.map { JSON.string($0.text) } ?? .null,
        "rows": JSON(rows), "rejects": JSON(rejects), "source_size": JSON(fingerprint.size),
        "source_head": .string(fingerprint.head), "source_tail": .string(fingerprint.tail),
        "reject_file": rejectFile.map { JSON.string($0.text) } ?? .null,
        "reject_length": JSON(rejectFileLength), "finished": .bool(isFinished),
      ]
    }
  }

  /// Nil when the JSON is not a checkpoint.
  init?(_ json: JSON) {
    guard let offset = json["offset"]?.int64, let line = json["line"]?.int64,
      let record = json["record"]?.int64, let rows = json["rows"]?.int64,
      let rejects = json["rejects"]?.int64, let size = json["source_size"]?.int64,
      let head = json["source_head"]?.string, let tail = json["source_tail"]?.string,
      let rejectLength = json["reject_length"]?.int64, let isFinished = json["finished"]?.bool,
      offset >= 0, line >= 0, record >= 0, rows >= 0, rejects >= 0, size >= 0, rejectLength >= 0
    else { return nil }
    self.init(
      position: FeedPosition(
        offset: offset, line: line, recordNumber: record,
        file: json["file"]?.string.map { ByteName($0) }),
      rows: rows, rejects: rejects,
      fingerprint: SourceFingerprint(size: size, head: head, tail: tail),
      rejectFile: json["reject_file"]?.string.map { ByteName($0) }, rejectFileLength: rejectLength,
      isFinished: isFinished)
  }

  /// Throws `ImportError` when `text` is not a checkpoint; `place` says where it was.
  init(parsing text: String, at place: String) throws(ImportError) {
    guard let json = try? JSON(parsing: text), let checkpoint = Checkpoint(json) else {
      throw ImportError(
        .conflict,
        "\(place) holds no checkpoint that this version can read: \(text.prefix(80)). Import anew"
          + " with --mode replace, or name another target")
    }
    self = checkpoint
  }
}
