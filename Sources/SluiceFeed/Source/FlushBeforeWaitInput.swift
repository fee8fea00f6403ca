import Sluice

/// An input that announces when a read may have to wait for a writer.
package protocol WaitAnnouncing: AnyObject {
  /// Called on the reading thread. Set before the first read.
  var beforeWait: () -> Void { get set }
}

/// Announces waits for an input that does not do so itself.
final class FlushBeforeWaitInput: ByteInput, WaitAnnouncing {
  private let input: any ByteInput
  var beforeWait: () -> Void = {}

  init(_ input: any ByteInput) { self.input = input }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    if !input.isReady { beforeWait() }
    return try unsafe input.read(into: room)
  }

  func heed(_ stop: FeedStop) { input.heed(stop) }

  var isReady: Bool { input.isReady }
}
