import Sluice

extension FeedSource {
  /// Whether a source that begins with these bytes is compressed.
  package static func isPacked(_ head: [UInt8]) -> Bool {
    head.withUnsafeBufferPointer {
      let packing = Packing($0)
      return packing == .gzip || packing == .zstd
    }
  }

  /// How many of the first bytes tell how a source is read.
  package static let headSize = PeekedInput.most

  /// Whether a source that begins with these bytes is read as it is: offsets in its feed are then offsets
  /// in the source.
  package static func isPlain(_ head: [UInt8]) -> Bool {
    head.withUnsafeBufferPointer {
      Packing($0) == .plain && TextEncoding(detectedInFeed: $0) == nil
    }
  }
}

/// The text of a source: decompressed and transcoded to UTF-8 where its first bytes say so.
///
/// ```
/// gzip, zstd ──▶ decompressed ──▶ UTF-16, UTF-32 transcoded ──▶ UTF-8
///                (a thread of its own, unless the bytes come by themselves)
/// ```
///
/// The first bytes are looked at when they are first asked for, and no more of them than it takes: a
/// pipe is not waited for longer than its first record needs.
final class UnpackedInput: ByteInput {
  private let raw: PeekedInput
  private let name: String
  private let isThreaded: Bool
  /// Decompressed, when it is known how.
  private var unpacked: PeekedInput?
  /// UTF-8, when the encoding is known.
  private var text: (any ByteInput)?

  /// `isThreaded`: decompression has a thread of its own, beside which records are read.
  init(_ raw: any ByteInput, name: String, isThreaded: Bool) {
    self.raw = PeekedInput(raw)
    self.name = name
    self.isThreaded = isThreaded
  }

  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    if let text { return try text.read(into: room) }
    return try identified().read(into: room)
  }

  func exchange(
    _ bytes: inout PaddedBytes, from front: Int, usualSize: Int
  ) throws(JSONError) -> Int? {
    try identified().exchange(&bytes, from: front, usualSize: usualSize)
  }

  func skip(_ count: Int64) throws(JSONError) -> Bool { try identified().skip(count) }

  func heed(_ stop: FeedStop) { raw.heed(stop) }

  var isReady: Bool { text?.isReady ?? false }
  var size: Int64? { text === raw ? raw.size : nil }
  /// The file that this is, when it was found to be read as it is.
  var plainFile: FileDescriptor? { text === raw ? raw.file : nil }

  private func identified() throws(JSONError) -> any ByteInput {
    if let text { return text }
    let unpacked = try decompressed()
    try unpacked.peek(while: TextEncoding.isUndecided)
    let encoding = unpacked.head.withUnsafeBufferPointer { TextEncoding(detectedInFeed: $0) }
    let text: any ByteInput =
      encoding.map { TranscodedInput(unpacked, from: $0, name: name) } ?? unpacked
    self.text = text
    return text
  }

  private func decompressed() throws(JSONError) -> PeekedInput {
    if let unpacked { return unpacked }
    try raw.peek(while: Packing.isUndecided)
    let announced = AnnouncedInput(raw)
    let decoder: any ByteInput
    switch raw.head.withUnsafeBufferPointer(Packing.init) {
    case .plain:
      unpacked = raw
      return raw
    case .gzip: decoder = try GzipInput(announced, name: name)
    case .zstd: decoder = try ZstdInput(announced, name: name)
    case .foreign(let format): throw format.error(name)
    }
    let unpacked = PeekedInput(
      isThreaded ? try PumpedInput(decoder, of: announced, name: name) : decoder)
    self.unpacked = unpacked
    return unpacked
  }
}
