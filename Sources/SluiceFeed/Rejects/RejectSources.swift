import Sluice
import SluiceSystem

/// The sources of rejects, from which those are read of which the reject file has only the start.
///
/// The last source stays open: rejects come in the order of their offsets, and a compressed source is read from its
/// start.
package final class RejectSources {
  private let options: FeedOptions
  private let stops: [FeedStop]
  private var last: (name: ByteName, source: ByteSource, offset: Int64)?

  /// `decompression`: how much text a source may have.
  package init(decompression: DecompressionLimits, stop: FeedStop?) {
    var options = FeedOptions()
    options.decompression = decompression
    self.options = options
    stops = stop.map { [$0] } ?? []
  }

  /// Passes the bytes of a record in pieces. The first ones are passed once they were compared with what was kept of it.
  ///
  /// Throws `io` for a source that can't be read again, that is not there, or that holds other bytes now; and what
  /// `body` throws.
  package func read(
    _ reject: Reject, _ body: (UnsafeRawBufferPointer) throws -> Void
  ) throws {
    let source = try open(reject)
    if let size = source.size, size < reject.offset + reject.length {
      throw fault(reject, "it ends at byte \(size), before the record does: it was cut or replaced")
    }
    let room = UnsafeMutableRawBufferPointer.allocate(
      byteCount: max(reject.rawBytes.count, 256 << 10), alignment: 64)
    defer { unsafe room.deallocate() }
    var done: Int64 = 0
    while done < reject.length {
      // First as much as was kept.
      let most = done == 0 ? reject.rawBytes.count : room.count
      let count = try unsafe fill(
        UnsafeMutableRawBufferPointer(
          rebasing: room[..<Int(min(Int64(most), reject.length - done))]), from: source)
      let piece = unsafe UnsafeRawBufferPointer(rebasing: room[..<count])
      if done == 0, unsafe !piece.elementsEqual(reject.rawBytes) {
        throw fault(
          reject, "the bytes from \(reject.offset) on are not those of the record: it was changed")
      }
      if count == 0 {
        throw JSONError(
          .io, at: 0, name: reject.source,
          reason:
            "it ends at byte \(reject.offset + done), in the middle of record \(reject.record), of"
            + " which \(done) of \(reject.length) bytes were printed: it was cut or replaced")
      }
      try unsafe body(piece)
      done += Int64(count)
    }
  }

  /// Fills the memory, or reads to the end of the source.
  private func fill(
    _ room: UnsafeMutableRawBufferPointer, from source: ByteSource
  ) throws(JSONError) -> Int {
    var done = 0
    while done < room.count {
      let rest = unsafe UnsafeMutableRawBufferPointer(rebasing: room[done...])
      let count = try unsafe InputEvent.asErrors(try source.read(into: rest))
      if count == 0 { break }
      done += count
    }
    last?.offset += Int64(done)
    return done
  }

  /// The source of a reject, at the reject's offset.
  private func open(_ reject: Reject) throws(JSONError) -> ByteSource {
    let name = ByteName(reject.source)
    if let last, last.name == name, last.offset <= reject.offset {
      try move(last.source, by: reject.offset - last.offset, reject)
      return last.source
    }
    last = nil
    let (source, member) = try place(of: reject)
    let start = FeedPosition(offset: 0, line: 0, recordNumber: 0, file: member)
    let parts = try SourceParts(source, options, from: start, stops: stops)
    guard let opened = try InputEvent.asErrors(try parts.next()) else {
      throw fault(reject, "it has no text")
    }
    last = (name, opened, 0)
    try move(opened, by: reject.offset, reject)
    return opened
  }

  private func move(_ source: ByteSource, by count: Int64, _ reject: Reject) throws(JSONError) {
    try InputEvent.asErrors(try source.skip(count))
    last?.offset += count
  }

  /// Where to read, and in which file of an archive.
  private func place(of reject: Reject) throws(JSONError) -> (FeedSource, ByteName?) {
    let name = reject.source
    guard name != FeedSource.standardInput.name else {
      throw fault(reject, "it can't be read again")
    }
    if let address = SourceAddress(ifURL: name) {
      guard !address.areMessages else {
        throw fault(reject, "its records are messages, which are read with the topic")
      }
      guard !name.contains(text: "***") else {
        throw fault(reject, "values of its parameters are not known, as they may be secrets")
      }
      return (.address(address), nil)
    }
    if isThere(name) { return (.file(name), nil) }
    // logs.zip!2026/a.ndjson
    let parts = name.parts(at: "!")
    for count in 1..<max(parts.count, 1) {
      let archive = parts[..<count].joined(separator: ArchiveReader.separator)
      if isThere(archive) { return (.file(archive), ByteName(name)) }
    }
    throw fault(
      reject, "it is not there: run this in the folder in which the records were read first")
  }

  private func isThere(_ path: String) -> Bool {
    do throws(SystemError) {
      _ = try FileStatus(at: path)
      return true
    } catch {
      // What can't be examined is opened, which says why.
      return error.code != .noSuchFile
    }
  }

  private func fault(_ reject: Reject, _ reason: String) -> JSONError {
    JSONError(
      .io, at: 0, name: reject.source,
      reason:
        "\(reason). Record \(reject.record), of which \(reject.rawBytes.count) of \(reject.length) bytes"
        + " are kept, is not printed")
  }
}
