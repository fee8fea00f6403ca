package import Sluice
import SluiceSystem

/// What a server says about the state of an object.
struct RemoteFacts: Sendable, Hashable {
  var size: Int64?
  var etag: String?
  /// `Last-Modified`, where there is no ETag.
  var modified: String?

  init(size: Int64?, etag: String?, modified: String? = nil) {
    self.size = size
    self.etag = etag.flatMap { $0.isEmpty ? nil : $0 }
    self.modified = self.etag == nil ? modified : nil
  }

  init(_ head: HTTPHead, size: Int64?) {
    self.init(size: size, etag: head["etag"], modified: head["last-modified"])
  }

  /// Identifies the state; empty if the server gives neither.
  var version: String { etag ?? modified.map { "modified \($0)" } ?? "" }

  /// How another state differs; nil: nothing tells them apart.
  func difference(to other: RemoteFacts) -> String? {
    if let etag, let now = other.etag, etag != now {
      return "its ETag was \(PrintableText.line(etag)), and is now \(PrintableText.line(now))"
    }
    if let modified, let now = other.modified, modified != now {
      return "it was last modified at \(PrintableText.line(modified)), and then at"
        + " \(PrintableText.line(now))"
    }
    if let size, let now = other.size, size != now {
      return "it had \(size) bytes, and has \(now) now"
    }
    return nil
  }
}

/// An object on a server, in the state in which it was first seen: any other state is an error.
package final class RemoteObject: Sendable {
  let origin: RemoteOrigin
  let context: RemoteContext
  /// The URL without secrets.
  package let name: String
  private let state: LockedValue<State>

  private struct State {
    /// Nil until a response has come, or if a list told them.
    var facts: RemoteFacts?
    /// The version in which reading should resume.
    var expected: String?
    /// The first bytes, if they were asked for.
    var head: [UInt8]?
    /// Whether the server answered a range with a range, if it was asked for one.
    var takesRanges: Bool?
  }

  /// The number of first bytes that are asked for to see what an object is.
  private static let headSize = 1024

  init(_ origin: RemoteOrigin, _ context: RemoteContext, _ facts: RemoteFacts? = nil) {
    self.origin = origin
    self.context = context
    name = origin.name
    state = LockedValue(State(facts: facts))
  }

  /// Asks nothing yet. Throws `io` for a text that is not an URL.
  package convenience init(
    url: String, context: RemoteContext = .process
  ) throws(JSONError) {
    self.init(try RemoteOrigin(parsing: url), context)
  }

  /// The size, if it is known by now.
  package var size: Int64? { state.withLock { $0.facts?.size } }

  /// What identifies its state, as far as the server has told: the ETag, or when it was last modified.
  package var version: String? {
    state.withLock { $0.facts.flatMap { $0.version.isEmpty ? nil : $0.version } }
  }

  /// Notes whether the server answered a range with a range.
  func note(takesRanges: Bool) { state.withLock { $0.takesRanges = takesRanges } }

  /// Whether the server answers ranges with ranges. Costs a request, unless the first bytes were asked for.
  /// Throws `io`.
  func takesRanges(stop: FeedStop? = nil) throws(JSONError) -> Bool {
    _ = try bytes(at: 0, count: RemoteObject.headSize, stop: stop)
    return state.withLock { $0.takesRanges } ?? false
  }

  /// Only this version is read.
  func expect(version: String) { state.withLock { $0.expected = version } }

  /// Compares what a response says with what is known. Throws when it is another state.
  func agree(with facts: RemoteFacts) throws(JSONError) {
    let fault: JSONError? = state.withLock { state in
      if let expected = state.expected, facts.version != expected {
        return RemoteFault.error(
          name,
          "reading should resume in the version \(PrintableText.line(expected)), and there is"
            + " \(PrintableText.line(facts.version.isEmpty ? "one without a name" : facts.version))"
            + " now: it was replaced")
      }
      guard var known = state.facts else {
        state.facts = facts
        return nil
      }
      if let difference = known.difference(to: facts) {
        return RemoteFault.changed(name, difference)
      }
      known.size = known.size ?? facts.size
      known.etag = known.etag ?? facts.etag
      known.modified = known.modified ?? facts.modified
      state.facts = known
      return nil
    }
    if let fault { throw fault }
  }

  /// Headers that make the server refuse another state.
  var conditions: [(name: String, value: String)] {
    let facts = state.withLock { $0.facts }
    // Weak ETags never match in If-Match; they are compared when the response has come.
    if let etag = facts?.etag {
      return etag.hasPrefix("W/") ? [] : [("If-Match", etag)]
    }
    return facts?.modified.map { [("If-Unmodified-Since", $0)] } ?? []
  }

  /// Whether its first bytes cost no request.
  package var isHeadKnown: Bool { state.withLock { $0.head != nil } }

  /// Asks the server what the object is, unless that is known. Afterwards ``size`` is known, or the server
  /// does not tell it. Throws `io`.
  package func inspect(stop: FeedStop? = nil) throws(JSONError) {
    guard state.withLock({ $0.facts == nil }) else { return }
    _ = try bytes(at: 0, count: RemoteObject.headSize, stop: stop)
  }

  /// Up to `count` bytes: fewer at the end. Costs a request, except for those of the object's start. Throws
  /// `io`.
  package func bytes(
    at offset: Int64, count: Int, stop: FeedStop? = nil
  ) throws(JSONError) -> [UInt8] {
    let end = offset + Int64(count)
    if let head = state.withLock({ $0.head }), let size,
      end <= Int64(head.count) || Int64(head.count) == size
    {
      return Array(head.dropFirst(Int(clamping: offset)).prefix(count))
    }
    if let size, offset >= size { return [] }
    let isHead = offset == 0 && count <= RemoteObject.headSize
    let wanted = isHead ? RemoteObject.headSize : count
    let reader = RemoteReader(self, from: offset, to: offset + Int64(wanted))
    if let stop { reader.heed(stop) }
    var bytes = [UInt8](repeating: 0, count: wanted)
    var done = 0
    while done < wanted {
      let got = try unsafe bytes.withUnsafeMutableBytes { room in
        Result { () throws(JSONError) in
          try unsafe InputEvent.asErrors(
            try reader.read(into: UnsafeMutableRawBufferPointer(rebasing: room[done...])))
        }
      }.get()
      if got == 0 { break }
      done += got
    }
    bytes.removeLast(wanted - done)
    if isHead {
      let head = bytes
      state.withLock { $0.head = head }
    }
    return Array(bytes.prefix(count))
  }

  /// The bytes of the object at a URL. Throws `io`, and `too-large` for more than `most` bytes.
  package static func contents(
    of url: String, most: Int, context: RemoteContext = .process
  ) throws(JSONError) -> PaddedBytes {
    let reader = RemoteReader(try RemoteObject(url: url, context: context), from: 0)
    var bytes = PaddedBytes()
    while true {
      let room = max(bytes.count / 2, 256 << 10)
      try bytes.reserve(bytes.count + room)
      let count = try unsafe bytes.append(upTo: room) { (free) throws(JSONError) in
        try unsafe InputEvent.asErrors(try reader.read(into: free))
      }
      if count == 0 { return bytes }
      guard bytes.count <= most else { throw JSONError(.tooLarge, at: 0, name: "\(most)") }
    }
  }

  /// The objects of a URL: one, or those of a bucket that match a pattern (`s3://bucket/prefix*`), which asks
  /// for a list. Throws `io`, also when no key matches.
  package static func objects(
    at url: String, context: RemoteContext = .process, stops: [FeedStop] = []
  ) throws(JSONError) -> [RemoteObject] {
    let origin = try RemoteOrigin(parsing: url)
    guard case .s3(let address) = origin, address.isPattern else {
      return [RemoteObject(origin, context)]
    }
    return try InputEvent.asErrors(
      try S3Listing.objects(matching: address, context, FeedStops(stops)))
  }
}
