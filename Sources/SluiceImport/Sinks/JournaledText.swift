import Sluice

/// What a journal has of a source: an object with its name and its checkpoint.
///
/// In a line of one source, it is the line's end, from the comma before the name on, or all of the line.
struct JournaledText {
  let source: ByteName
  let checkpoint: Checkpoint

  /// Where the text is in a file.
  struct Place {
    let start: Int64
    let count: UInt32
    /// A hash of the source's name: see ``IndicesByHash``.
    let hash: UInt32
  }

  private static let comma = UInt8(ascii: ",")
  private static let brace = UInt8(ascii: "{")
  /// How it begins, after its brace or comma.
  private static let beginning = Array(#""source":"#.utf8)

  /// Nil when the bytes are something else.
  init?(_ bytes: ArraySlice<UInt8>) {
    var bytes = bytes
    if bytes.first == JournaledText.comma { bytes[bytes.startIndex] = JournaledText.brace }
    guard let json = try? JSON(parsing: String(decoding: bytes, as: UTF8.self)) else { return nil }
    self.init(json)
  }

  /// Nil when the object has no source or no checkpoint.
  init?(_ json: JSON) {
    guard let source = json["source"]?.string,
      let checkpoint = json["checkpoint"].flatMap({ Checkpoint($0) })
    else { return nil }
    (self.source, self.checkpoint) = (ByteName(source), checkpoint)
  }

  /// The object by itself; nil: the bytes may be a line with other keys.
  static func object(_ bytes: ArraySlice<UInt8>) -> ArraySlice<UInt8>? {
    guard bytes.dropFirst().starts(with: beginning) else { return nil }
    var object = bytes
    object[object.startIndex] = brace
    return object
  }

  static func make(_ job: FileProgress.Job) throws(ImportError) -> [UInt8] {
    do throws(JSONError) {
      var writer = JSONWriter()
      try writer.beginObject()
      try writer.key("source")
      try writer.value(job.source.text)
      try writer.key("checkpoint")
      try job.checkpoint.write(to: &writer)
      try writer.endObject()
      return try writer.takeBytes()
    } catch {
      throw ImportError(.sink, "can't write the progress of \(job.source): \(error.summary)")
    }
  }
}
