import Sluice
import SluiceFeed
import SluiceSystem

/// A regular file, by the descriptor that this closes.
class FileSource: ResumableSource {
  let file: FileDescriptor
  /// For messages.
  let path: String

  init(_ file: FileDescriptor, at path: String) { (self.file, self.path) = (file, path) }

  deinit { file.close() }

  var descriptor: FileDescriptor? { file }
  var isRegularFile: Bool { true }
  var mayHaveHoles: Bool { true }

  func size() throws(ImportError) -> Int64? { try status().size }

  func status() throws(ImportError) -> FileStatus {
    try ImportError.reading(file: path) { () throws(SystemError) in try FileStatus(of: file) }
  }

  func bytes(at offset: Int64, count: Int) throws(ImportError) -> [UInt8] {
    try ImportError.reading(file: path) { () throws(SystemError) in
      try file.bytes(at: offset, count: count)
    }
  }

  func feed(
    named name: String, _ options: FeedOptions, from start: FeedPosition, end: Int64?,
    _ stop: FeedStop?
  ) throws(JSONError) -> JSONFeed {
    guard let end else {
      return try JSONFeed(
        .fileDescriptor(file.rawValue, name: name), options: options, from: start, stop: stop)
    }
    return try JSONFeed(
      file, end: end, name: name, options: options, from: start, isLog: false, stop: stop)
  }

  func archiveEnd(
    named name: String, _ options: FeedOptions, _ stop: FeedStop
  ) throws(JSONError) -> Int64? {
    try ArchiveCheck.read(file, name: name, options, stop)
  }

  func packedExtent(
    named name: String, _ limits: DecompressionLimits, _ stop: FeedStop?,
    _ take: (UnsafeRawBufferPointer) -> Void
  ) throws(JSONError) -> PackedExtent? {
    try unsafe PackedExtent(of: file, name: name, limits: limits, stop: stop, take)
  }

  func endExamination() throws(ImportError) {
    try ImportError.reading(file: path) { () throws(SystemError) in try file.seek(to: 0) }
  }

  func fingerprint(
    of source: JobSource, at offset: Int64, isEnd: Bool
  ) throws(ImportError) -> SourceFingerprint {
    try source.fingerprintOfBytes(at: offset)
  }
}
