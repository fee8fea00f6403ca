import CArchive
import Sluice
import SluiceSystem

/// Reads the files of an archive, one after the other, in the archive's order.
///
/// ```
/// logs.tar.gz   a.ndjson │ b.ndjson.gz │ link │ …
///               └ logs.tar.gz!a.ndjson
///                          └ logs.tar.gz!b.ndjson.gz, decompressed as any source is
/// ```
///
/// Nothing is unpacked to the disk: names are only names, whatever they look like. Links, folders and devices hold no
/// records, and are passed over.
///
/// Sound because it owns libarchive's reader, which is freed with it, and before the bytes that it reads.
@safe
final class ArchiveReader {
  /// The archive's name.
  let name: String
  let bytes: ArchiveBytes
  let reader: OpaquePointer
  private let format: ArchiveFormat
  private let pattern: String?
  private let isPlaced: Bool
  private var meter: DecompressionMeter
  /// How many bytes belong to the archive, once it was read to its end, without padding after it.
  private(set) var end: Int64 = 0
  /// How many members there were, of any kind, and how many were chosen.
  private var (all, chosen): (Int64, Int64) = (0, 0)
  /// How often each name was there.
  private var names: [ByteName: Int] = [:]
  private var isOver = false
  /// The error that ended the reading, thrown on every later read.
  private(set) var failure: InputEvent?

  /// A file of an archive. Its bytes can be read until the next one is asked for.
  struct Member {
    let name: String
    let input: ArchiveMemberInput
  }

  /// What separates an archive's name from that of a file in it.
  static let separator = "!"

  /// `pattern`: of the files to read, as in fnmatch(3); nil: all. Throws `out-of-memory`, and `unsupported-encoding`
  /// when the library is missing.
  init(
    _ input: any ByteInput, _ format: ArchiveFormat, name: String, members pattern: String?,
    limits: DecompressionLimits
  ) throws(JSONError) {
    try ArchiveLibrary.load(for: format, name)
    isPlaced = format == .zip && input.placed?.size != nil
    bytes = ArchiveBytes(input, trailSize: format == .tar ? 512 : ZipDirectory.trailSize)
    guard let reader = unsafe carch_make(format.number(isPlaced: isPlaced), bytes.source) else {
      throw JSONError(.outOfMemory, at: 0)
    }
    unsafe self.reader = unsafe reader
    self.name = name
    self.format = format
    self.pattern = pattern
    meter = DecompressionMeter(limits, name: name)
  }

  deinit { unsafe carch_free(reader) }

  /// The next file; nil at the end.
  func next() throws(InputEvent) -> Member? {
    if let failure { throw failure }
    do throws(InputEvent) {
      while !isOver, let entry = try nextEntry() {
        if let member = try choose(entry) { return member }
      }
      isOver = true
      return nil
    } catch {
      failure = error
      throw error
    }
  }

  /// A member of any kind; its name is nil if libarchive can't express it.
  private struct OpenMember {
    let name: String?
    let isFile: Bool
    let isEncrypted: Bool
  }

  private func nextEntry() throws(InputEvent) -> OpenMember? {
    var member = unsafe carch_member()
    switch unsafe carch_next(reader, &member) {
    case 1:
      all += 1
      return unsafe OpenMember(
        name: member.name.map { unsafe String(cString: $0) },
        isFile: member.kind == Int32(CARCH_FILE), isEncrypted: member.is_encrypted != 0)
    case 0:
      try finish()
      return nil
    default: throw fault(in: nil)
    }
  }

  private func choose(_ entry: OpenMember) throws(InputEvent) -> Member? {
    guard entry.isFile else { return nil }
    guard let given = entry.name else {
      throw .failed(
        JSONError(
          .unsupportedEncoding, at: 0,
          name: "\(format.words) (\(name)) whose member \(all) has a name that libarchive can't"
            + " express: unpack it first"))
    }
    if let pattern, !PathPattern.matches(given, pattern) { return nil }
    chosen += 1
    // A name that is not UTF-8 has replacement characters, and may be another's then.
    let count = names[ByteName(given), default: 0] + 1
    names[ByteName(given)] = count
    let own = "\(name)\(ArchiveReader.separator)\(given)" + (count > 1 ? "#\(count)" : "")
    guard !entry.isEncrypted else {
      throw .failed(
        JSONError(
          .unsupportedEncoding, at: 0,
          name: "an encrypted file (\(own)): decrypt it first, or choose others (--members)"))
    }
    return Member(name: own, input: ArchiveMemberInput(self, name: own))
  }

  /// Counts text of the current member: see ``DecompressionMeter``.
  func note(_ count: Int) -> (kept: Int, failure: JSONError?) {
    meter.note(count, offset: bytes.readCount)
  }

  /// The error that the library has found, or what ended its reading.
  func fault(in member: String?) -> InputEvent {
    if let event = bytes.event { return event }
    let reason = unsafe String(cString: carch_reason(reader))
    let place = unsafe carch_taken(reader)
    return failed(
      "the \(format.name) is damaged, cut short, or of an unknown variant by byte \(place):"
        + " \(reason)", at: place, member)
  }

  private func failed(_ reason: String, at offset: Int64, _ member: String? = nil) -> InputEvent {
    .failed(
      JSONError(
        .decompressionFailed, at: Int(clamping: offset), name: member ?? name, reason: reason))
  }

  /// Checks that nothing is missing after the last member, and reads the input to its end, where a decompressor
  /// compares its checksum.
  private func finish() throws(InputEvent) {
    let taken = unsafe carch_taken(reader)
    end = taken
    // A zip archive that is read by its directory ends wherever that says.
    guard !isPlaced else {
      try checkDirectory(bytes.trail(ofLast: ZipDirectory.trailSize))
      return try checkChoice()
    }
    var rest = bytes.recent(from: taken)
    var other = rest.firstIndex { $0 != 0 }.map { taken + Int64($0) }
    let trail = try unsafe bytes.drain { (piece, offset) in
      if format != .tar, rest.count <= ZipDirectory.mostBytes {
        unsafe rest.append(contentsOf: piece)
      }
      guard other == nil, let place = unsafe piece.firstIndex(where: { $0 != 0 }) else { return }
      other = offset + Int64(place)
    }
    switch format {
    case .tar:
      if let other {
        throw failed(
          "after the end of the tar archive, from byte \(other) on, is something other than zeros;"
            + " archives that were joined are read one by one", at: other)
      }
      guard trail.count == 512, trail.allSatisfy({ $0 == 0 }) else {
        throw failed(
          "the tar archive is cut short: it ends at byte \(bytes.offset), without the zeros that mark"
            + " its end", at: bytes.offset)
      }
    case .zip, .emptyZip: try checkDirectory(trail, in: rest)
    }
    try checkChoice()
  }

  /// Compares the members with the directory: their number, and that each has a place of its own.
  ///
  /// `rest`: the bytes after the last member; nil: they can be read at their place.
  private func checkDirectory(
    _ trail: ArraySlice<UInt8>, in rest: [UInt8]? = nil
  ) throws(InputEvent) {
    guard let directory = ZipDirectory(in: trail) else {
      throw failed(
        "the zip archive is cut short: it ends at byte \(bytes.offset), without its directory",
        at: bytes.offset)
    }
    let end = (isPlaced ? bytes.size : bytes.offset) - Int64(directory.bytesAfter)
    guard directory.bytesAfter == 0 else {
      throw failed(
        "after the end of the zip archive, from byte \(end) on, is something else: \(directory.bytesAfter) bytes",
        at: end)
    }
    if let count = directory.count, count != all & 0xFFFF {
      throw failed(
        "the zip archive's directory has \(count) members, and \(all) were found in it", at: end)
    }
    guard let size = directory.size, size <= ZipDirectory.mostBytes else { return }
    // Counted from the end: what a program put before the archive is not counted by its own numbers.
    let after = trail.count - directory.end
    let found: ArraySlice<UInt8>
    if let rest {
      guard rest.count >= size + after else { return }
      found = rest[(rest.count - after - size)..<(rest.count - after)]
    } else {
      found = try bytes.trail(ofLast: size + after).prefix(size)
    }
    if let place = ZipDirectory.sharedPlace(in: found) {
      throw failed(
        "the zip archive's directory has two members that begin at byte \(place)", at: end)
    }
  }

  private func checkChoice() throws(InputEvent) {
    guard chosen == 0, let pattern else { return }
    throw .failed(
      JSONError(
        .io, at: 0, name: name,
        reason: "none of the files in it matches \"\(pattern)\" (FeedOptions.members, --members)"))
  }
}
