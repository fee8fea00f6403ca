import CArchive
import Sluice

/// The bytes of the current file of an archive.
final class ArchiveMemberInput: ByteInput {
  private let archive: ArchiveReader
  private let name: String
  private var isOver = false
  /// Thrown after the bytes before it, and on every later read.
  private var failure: InputEvent?

  init(_ archive: ArchiveReader, name: String) {
    (self.archive, self.name) = (archive, name)
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    if let failure { throw failure }
    guard !isOver, let base = room.baseAddress, room.count > 0 else { return 0 }
    let count = unsafe carch_data(archive.reader, base, room.count)
    guard count >= 0 else {
      let fault = archive.fault(in: name)
      failure = fault
      throw fault
    }
    isOver = count == 0
    let (kept, limit) = archive.note(Int(count))
    if let limit {
      failure = .failed(limit)
      if kept == 0 { throw .failed(limit) }
    }
    return kept
  }
}
