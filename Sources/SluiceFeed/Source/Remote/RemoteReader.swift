import Sluice
import SluiceSystem

/// The bytes of an object in order, from an offset on. A transfer that breaks off is continued there.
final class RemoteReader: ByteInput, WaitAnnouncing {
  private let object: RemoteObject
  private var offset: Int64
  private let end: Int64
  private var response: RemoteExchange.Response?
  /// How many bytes of the current response come before the offset, because the server sends everything.
  private var excess: Int64 = 0
  private var stops = FeedStops()
  private var retries: Retries
  /// Thrown on every later read.
  private var failure: JSONError?
  private var isAtEnd = false
  var beforeWait: () -> Void = {}

  /// Reads the bytes before `end`, or all.
  init(_ object: RemoteObject, from offset: Int64, to end: Int64 = .max) {
    self.object = object
    self.offset = offset
    self.end = end
    retries = Retries(object.context.policy, name: object.name)
  }

  func heed(_ stop: FeedStop) { stops.append(stop) }

  var isReady: Bool { isAtEnd || response?.transfer.isReady ?? false }
  var size: Int64? { object.size }

  func read(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    if let failure { throw .failed(failure) }
    do throws(InputEvent) {
      return try unsafe readOn(into: room)
    } catch {
      drop()
      if case .failed(let fault) = error { failure = fault }
      throw error
    }
  }

  private func readOn(into room: UnsafeMutableRawBufferPointer) throws(InputEvent) -> Int {
    while !isAtEnd {
      if offset >= min(object.size ?? .max, end) { break }
      guard let response else {
        try open()
        continue
      }
      let room = unsafe UnsafeMutableRawBufferPointer(
        rebasing: room[..<Int(min(Int64(room.count), excess > 0 ? .max : end - offset))])
      switch try unsafe run(response.transfer, room) {
      case .bytes(let count):
        // A server that ignores ranges may send more of the start than was asked for.
        let kept = Int(min(Int64(unsafe count - dropExcess(room, count)), end - offset))
        if kept > 0 { retries.progressed() }
        offset += Int64(kept)
        if let size = object.size, offset > size {
          throw .failed(
            RemoteFault.error(
              object.name, "the server sends more than the \(size) bytes it announced"))
        }
        if kept > 0 { return kept }
      case .head: continue
      case .end: try finish()
      case .stopped: throw .stopped(object.name)
      case .failed(let failure) where failure.isLasting:
        throw .failed(RemoteFault.error(object.name, failure.reason))
      case .failed(let failure):
        try breakOff(
          failure.isShortBody
            ? "the body ended at byte \(offset), before the size that was announced"
            : "the transfer broke off at byte \(offset): \(failure.reason)")
      case .quiet:
        try breakOff(
          "nothing came for \(Int(object.context.policy.patience)) s after byte \(offset)")
      }
    }
    isAtEnd = true
    drop()
    return 0
  }

  private func run(
    _ transfer: HTTPTransfer, _ room: UnsafeMutableRawBufferPointer
  ) throws(InputEvent) -> HTTPTransfer.Event {
    let event = unsafe transfer.run(into: room, stops: [], seconds: 0)
    guard case .quiet = event else { return event }
    beforeWait()
    return unsafe transfer.run(
      into: room, stops: try stops.descriptors(), seconds: object.context.policy.patience)
  }

  /// Drops bytes from before the offset. Returns how many.
  private func dropExcess(_ room: UnsafeMutableRawBufferPointer, _ count: Int) -> Int {
    guard excess > 0 else { return 0 }
    let dropped = Int(min(excess, Int64(count)))
    excess -= Int64(dropped)
    if dropped < count {
      unsafe room.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: room[dropped..<count]))
    }
    return dropped
  }

  /// At the end of a response.
  private func finish() throws(InputEvent) {
    drop()
    guard let size = object.size else {
      guard excess == 0 else {
        throw .failed(ByteSource.endsBefore(offset, object.name))
      }
      try InputEvent.asFailures(
        try object.agree(with: RemoteFacts(size: offset, etag: nil)))
      isAtEnd = true
      return
    }
    if offset < min(size, end) {
      try breakOff("the body ended at byte \(offset), and \(size) were announced")
    }
  }

  private func drop() {
    response?.release()
    response = nil
  }

  /// Waits before another attempt.
  private func breakOff(_ reason: String) throws(InputEvent) {
    drop()
    // Nothing would show that the rest belongs to what was read.
    if offset > 0, object.version == nil, object.size == nil {
      throw .failed(
        RemoteFault.error(
          object.name,
          reason
            + "; the server gives neither an ETag, a time nor a size, so that it can't be continued"
        ))
    }
    try retries.wait(after: TransientFault(reason: reason), stops)
  }

  // Opening.

  private func open() throws(InputEvent) {
    var exchange = RemoteExchange(context: object.context, name: object.name)
    exchange.stops = stops
    beforeWait()
    let (object, offset, end, stops) = (object, offset, end, stops)
    let response = try exchange.open(&retries) { () throws(InputEvent) in
      var request = try object.origin.request(object.context, stops)
      if offset > 0 || end != .max { request.range = (offset, end == .max ? nil : end - 1) }
      request.headers += object.conditions
      return request
    }
    try accept(response, exchange)
  }

  private func accept(
    _ response: RemoteExchange.Response, _ exchange: RemoteExchange
  ) throws(InputEvent) {
    let (head, name) = (response.head, object.name)
    switch head.status {
    case 200:
      try agree(RemoteFacts(head, size: head.contentLength))
      // A server that ignores ranges sends everything.
      excess = offset
      if response.request.range != nil { object.note(takesRanges: false) }
      self.response = response
    case 206:
      guard let range = head.contentRange, range.first == offset else {
        throw .failed(
          RemoteFault.error(
            name,
            "the server answered another range (\(PrintableText.line(head["content-range"] ?? "none")))"
              + " than the one from byte \(offset)"))
      }
      try agree(RemoteFacts(head, size: range.total))
      object.note(takesRanges: true)
      excess = 0
      self.response = response
    case 412:
      throw .failed(
        RemoteFault.changed(
          name,
          "the server has no more what had "
            + (object.version.map { "the version \(PrintableText.line($0))" } ?? "that version")))
    case 416:
      let total = head.contentRange?.total
      guard let total else {
        throw .failed(
          RemoteFault.error(
            name, "the server has no bytes from \(offset) on, and does not say how many it has"))
      }
      guard total <= offset || total == 0 else {
        throw .failed(
          RemoteFault.error(name, "the server refuses the range from byte \(offset) of \(total)"))
      }
      try agree(RemoteFacts(head, size: total))
      guard total >= offset else { throw .failed(ByteSource.endsBefore(offset, name)) }
      isAtEnd = true
      response.release()
    default:
      let body = try exchange.body(of: response) ?? ""
      var reason = RemoteFault.status(head, body: body, of: response.request)
      if case .s3 = object.origin, [400, 401, 403].contains(head.status) {
        reason += try S3Endpoint(object.context, stops).hint
      }
      throw .failed(RemoteFault.error(name, reason))
    }
  }

  private func agree(_ facts: RemoteFacts) throws(InputEvent) {
    try InputEvent.asFailures(try object.agree(with: facts))
  }
}
