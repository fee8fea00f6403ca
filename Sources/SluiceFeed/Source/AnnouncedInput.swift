import Sluice

/// An input that says so before it may have to wait for somebody else.
final class AnnouncedInput: ByteInput {
  private let input: any ByteInput
  /// Called by the thread that reads. Set before the first read.
  var beforeWait: () -> Void = {}

  init(_ input: any ByteInput) { self.input = input }

  func read(into room: UnsafeMutableRawBufferPointer) throws(JSONError) -> Int {
    if !input.isReady { beforeWait() }
    return try input.read(into: room)
  }

  func heed(_ stop: FeedStop) { input.heed(stop) }

  var isReady: Bool { input.isReady }
}
