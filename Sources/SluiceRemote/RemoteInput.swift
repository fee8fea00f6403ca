import Sluice
import SluiceFeed

/// An object's bytes, received on a separate thread, a few buffers ahead. Skipping asks for another range, under a
/// strong ETag.
final class RemoteInput: ByteInput {
  private let remote: RemoteObject
  var object: (any SourceObject)? { remote }
  private let end: Int64
  private var offset: Int64 = 0
  private var ahead: ReadAheadInput
  /// Its number among those that give out bytes of the object.
  private var number: Int
  private var stops: [FeedStop] = []

  /// Shorter distances are read and dropped: they cost less than a request.
  private static let shortest: Int64 = 256 << 10

  /// Reads the bytes before `end`, or all.
  init(_ object: RemoteObject, to end: Int64 = .max) {
    self.remote = object
    self.end = end
    number = remote.nextReader()
    ahead = RemoteInput.reading(object, from: 0, to: end, as: number, [])
  }

  private static func reading(
    _ object: RemoteObject, from offset: Int64, to end: Int64, as number: Int, _ stops: [FeedStop]
  ) -> ReadAheadInput {
    let reader = RemoteReader(
      object, from: offset, to: end, keepsEnd: true, inPlaceOf: number)
    for stop in stops { reader.heed(stop) }
    return ReadAheadInput(reader, of: reader, name: object.name, work: "receiving")
  }

  func heed(_ stop: FeedStop) {
    stops.append(stop)
    ahead.heed(stop)
  }

  /// Begins to receive, before anything is read.
  func startReceiving() throws(JSONError) { try ahead.startReceiving() }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    let count = try unsafe ahead.read(into: room)
    offset += Int64(count)
    return count
  }

  func exchange(
    _ bytes: inout PaddedBytes, from front: Int, usualSize: Int
  ) throws(InputEvent) -> Int? {
    let kept = bytes.count - front
    let start = try ahead.exchange(&bytes, from: front, usualSize: usualSize)
    if let start { offset += Int64(bytes.count - start - kept) }
    return start
  }

  func skip(_ count: Int64) throws(InputEvent) -> Bool {
    // Without a strong ETag, another request may be answered from another state.
    guard let size = remote.size, remote.isStrong, count >= RemoteInput.shortest else {
      return try discard(count)
    }
    guard count <= min(size, end) - offset else { return false }
    // A state that comes next is compared with what is known, which must be all that was given out.
    if offset > 0, remote.knownBytes(at: 0, count: Int(clamping: offset)) == nil {
      number = remote.nextReader()
    }
    offset += count
    ahead = RemoteInput.reading(remote, from: offset, to: end, as: number, stops)
    return true
  }

  var isReady: Bool { ahead.isReady }
  var size: Int64? { remote.size.map { min($0, end) } }
}
