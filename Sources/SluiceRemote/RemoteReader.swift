import Sluice
import SluiceFeed
import SluiceSystem

/// The bytes of an object in order, from an offset on. A transfer that breaks off is continued there under a strong
/// ETag. Under any other, all bytes come from one response:
///
/// ```
/// object        ├──────────────────────────────────────────────┤
/// 1st response      ├═══════════════╳
/// 2nd, strong                       ├══════════════════════════┤   the rest, joined
/// 2nd, others       ├───────────────├══════════════════════════┤   all anew: compared by a hash, then read on
///                 start           offset
/// ```
final class RemoteReader: ByteInput, WaitAnnouncing {
  private let object: RemoteObject
  private let start: Int64
  /// Where the next byte to deliver is.
  private var offset: Int64
  private let end: Int64
  private var response: RemoteExchange.Response?
  /// Where the response's next byte is.
  private var place: Int64 = 0
  /// Where the response ends, if it announced that.
  private var responseEnd: Int64?
  /// Whether the response is a range of the object.
  private var isPart = false
  /// Whether a response broke off between the object's last byte and its own end.
  private var awaitsEnd = false
  /// The hash of the delivered bytes, without a strong ETag.
  private var given = ContentHash()
  /// The hash of the same bytes in a later response, as they arrive.
  private var again: ContentHash?
  /// The last delivered bytes, if they are kept for the object.
  private var last: [UInt8]?
  private var stops = FeedStops()
  private var retries: Retries
  /// Thrown on every later read.
  private var failure: JSONError?
  private var isAtEnd = false
  /// Whether the next request asks for all bytes, because what comes before a range is of another state.
  private var asksForAll = false
  /// The state of the object that the response has.
  private(set) var generation = 0
  /// The state of which all that was given out is known to be.
  private var givenGeneration = 0
  /// Its number among those that give out bytes of the object; nil: it only examines it.
  private let number: Int?
  var beforeWait: () -> Void = {}

  /// As many last bytes as a fingerprint may need, which covers some before a line that was left.
  private static let mostKept = 64 << 10

  /// Reads the bytes before `end`, or all. `keepsEnd`: the object keeps the last of them. `examines`: the object keeps
  /// all of them, and they are not given out. `number`: that of a reader in whose place it reads on.
  init(
    _ object: RemoteObject, from offset: Int64, to end: Int64 = .max, keepsEnd: Bool = false,
    examines: Bool = false, inPlaceOf number: Int? = nil
  ) {
    self.number = examines ? nil : number ?? object.nextReader()
    self.object = object
    start = offset
    self.offset = offset
    self.end = end
    last = keepsEnd ? [] : nil
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
      if isDone { break }
      guard let response else {
        try open()
        continue
      }
      switch try unsafe run(response.transfer, room) {
      case .bytes(let count):
        let kept = try unsafe keepWanted(room, count)
        if kept > 0 { return kept }
      case .head: continue
      case .end: try finish()
      case .stopped: throw .stopped(object.name)
      case .failed(let failure) where failure.isLasting:
        throw .failed(SourceFault.error(object.name, failure.reason))
      case .failed(let failure):
        try breakOff(
          failure.isShortBody
            ? "the body ended at byte \(place), before the size that was announced"
            : "the transfer broke off at byte \(place): \(failure.reason)")
      case .quiet:
        try breakOff(
          "nothing came for \(Int(object.context.policy.patience)) s after byte \(place)")
      }
    }
    keepEnd()
    isAtEnd = true
    drop()
    return 0
  }

  /// Whether all was given out. A response that announced no end may have more than the object has: its end is awaited.
  private var isDone: Bool {
    guard !awaitsEnd, offset >= min(object.size ?? .max, end) else { return false }
    return response == nil || responseEnd != nil || end < object.size ?? .max
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

  /// Takes the next bytes of the response: drops those before the offset, after they were compared, and those after
  /// the end. Returns how many are given out.
  private func keepWanted(
    _ room: UnsafeMutableRawBufferPointer, _ count: Int
  ) throws(InputEvent) -> Int {
    let first = place
    place += Int64(count)
    if let size = object.size, place > size {
      throw .failed(
        SourceFault.error(
          object.name, "the server sends more than the \(size) bytes it announced"))
    }
    if let responseEnd, place > responseEnd {
      throw .failed(
        SourceFault.error(
          object.name,
          "the server sends more than the range up to byte \(responseEnd) that it announced"))
    }
    // A server that ignores ranges sends the bytes before, too, and so does one whose object has grown.
    let all = unsafe UnsafeRawBufferPointer(rebasing: room[..<count])
    if object.keepsBytes {
      let generation = generation
      try InputEvent.asFailures(try unsafe object.compare(all, at: first, in: generation))
    }
    try unsafe compareAgain(all, at: first)
    let dropped = Int(min(max(offset - first, 0), Int64(count)))
    let kept = Int(min(Int64(count - dropped), end - offset))
    guard kept > 0 else { return 0 }
    if dropped > 0 {
      unsafe room.copyMemory(
        from: UnsafeRawBufferPointer(rebasing: room[dropped..<dropped + kept]))
    }
    if object.keepsBytes {
      let bytes = unsafe UnsafeRawBufferPointer(rebasing: room[..<kept])
      unsafe given.update(bytes)
      if last != nil { unsafe remember(bytes) }
    }
    retries.progressed()
    offset += Int64(kept)
    return kept
  }

  /// Compares what was given out with the same bytes of this response, as soon as all of them have come.
  private func compareAgain(
    _ bytes: UnsafeRawBufferPointer, at first: Int64
  ) throws(InputEvent) {
    guard again != nil else { return }
    let (from, to) = (max(first, start), min(first + Int64(bytes.count), offset))
    if from < to {
      unsafe again?.update(
        UnsafeRawBufferPointer(rebasing: bytes[Int(from - first)..<Int(to - first)]))
    }
    guard first + Int64(bytes.count) >= offset else { return }
    guard again?.value == given.value else {
      throw .failed(
        SourceFault.changed(
          object.name,
          "its bytes up to \(offset) are others than before the transfer broke off, and the server gives"
            + " \(object.validator)"))
    }
    again = nil
    givenGeneration = generation
  }

  private func remember(_ bytes: UnsafeRawBufferPointer) {
    // A part of the bytes would not follow those before.
    guard bytes.count < RemoteReader.mostKept else {
      last = unsafe Array(bytes.suffix(RemoteReader.mostKept))
      return
    }
    unsafe last?.append(contentsOf: bytes)
    if let count = last?.count, count > 2 * RemoteReader.mostKept {
      last?.removeFirst(count - RemoteReader.mostKept)
    }
  }

  private func keepEnd() {
    guard let last, object.keepsBytes else { return }
    object.keep(last, at: offset - Int64(last.count), in: generation)
    self.last = nil
  }

  /// At the end of a response.
  private func finish() throws(InputEvent) {
    drop()
    guard let size = object.size else {
      if isPart { return try finishPart() }
      guard place >= offset else {
        throw .failed(
          offset == start
            ? SourceFault.endsBefore(offset, object.name)
            : SourceFault.changed(
              object.name, "\(offset) bytes were read of it, and it has \(place) now"))
      }
      try InputEvent.asFailures(try object.agree(withSize: place))
      isAtEnd = true
      return
    }
    if offset < min(size, end) || again != nil {
      try breakOff("the body ended at byte \(place), and \(size) were announced")
    } else {
      awaitsEnd = false
    }
  }

  /// At the end of a range of an object whose size is not known: more may follow, which is asked for.
  private func finishPart() throws(InputEvent) {
    guard offset < end, !object.isStrong else { return }
    throw .failed(
      SourceFault.error(
        object.name,
        "the server sent the bytes up to \(place) without saying of how many, and gives"
          + " \(object.validator): whether more follow can't be told"))
  }

  private func drop() {
    response?.release()
    response = nil
  }

  /// Waits before another attempt.
  private func breakOff(_ reason: String) throws(InputEvent) {
    drop()
    if let size = object.size, offset >= size { awaitsEnd = true }
    let reason =
      object.isStrong || offset == start
      ? reason
      : reason + "; the server gives \(object.validator), so that each attempt begins anew"
    try retries.wait(after: TransientFault(reason: reason), stops)
  }

  // Opening.

  /// Where the next response should begin: without a strong ETag, or if what was given out is of an earlier state, where
  /// the first did.
  private var opening: Int64 {
    if asksForAll { return 0 }
    let goesOn = offset == start || givenGeneration == object.generation
    return object.isStrong && goesOn ? offset : start
  }

  private func open() throws(InputEvent) {
    var exchange = RemoteExchange(context: object.context, name: object.name)
    exchange.stops = stops
    beforeWait()
    if opening > 0, object.isUnsure(before: opening) { asksForAll = true }
    let (object, first, stops) = (object, opening, stops)
    let end = asksForAll ? .max : end
    let response = try exchange.open(&retries) { () throws(InputEvent) in
      var request = try object.origin.request(object.context, stops)
      if first > 0 || end != .max { request.range = (first, end == .max ? nil : end - 1) }
      request.headers += object.conditions(from: first)
      return request
    }
    try accept(response, exchange, from: first)
  }

  private func accept(
    _ response: RemoteExchange.Response, _ exchange: RemoteExchange, from first: Int64
  ) throws(InputEvent) {
    let (head, name) = (response.head, object.name)
    if [200, 206].contains(head.status), let fault = head.fault {
      throw .failed(SourceFault.error(name, fault))
    }
    switch head.status {
    case 200:
      _ = try agree(RemoteFacts(head, size: head.contentLength), from: 0)
      asksForAll = false
      // With a condition, all bytes may come because the object has grown.
      if response.request.range != nil, first == 0 { object.note(takesRanges: false) }
      // A server that ignores ranges sends everything.
      begin(response, at: 0, to: head.contentLength, isPart: false)
    case 206:
      guard let span = try span(of: response, from: first) else {
        // It has grown, and what these bytes follow is not known.
        response.release()
        asksForAll = true
        return
      }
      object.note(takesRanges: true)
      begin(response, at: first, to: span.upperBound + 1, isPart: true)
    case 412:
      throw .failed(
        SourceFault.changed(
          name,
          "the server has no more what had "
            + (object.version.map { "the version \(PrintableText.line($0))" } ?? "that version")))
    case 416:
      try accept(unsatisfied: response, from: first)
    default:
      let body = try exchange.body(of: response) ?? ""
      var reason = RemoteFault.status(head, body: body, of: response.request)
      switch (object.origin, head.status) {
      case (.s3, 400), (.s3, 401), (.s3, 403):
        reason += try S3Endpoint(object.context, stops).hint
      case (.web, 401), (.web, 403): reason += RemoteFault.hint(response.request, object.context)
      default: break
      }
      throw .failed(SourceFault.error(name, reason))
    }
  }

  private func begin(
    _ response: RemoteExchange.Response, at place: Int64, to end: Int64?, isPart: Bool
  ) {
    self.place = place
    responseEnd = end
    self.isPart = isPart
    again = offset > start && place < offset && object.keepsBytes ? ContentHash() : nil
    self.response = response
  }

  /// The range that a server answers, which must be the one that was asked for, or a beginning of it. Nil: it is one of
  /// an object that has grown, and all of it must be asked for.
  private func span(
    of response: RemoteExchange.Response, from first: Int64
  ) throws(InputEvent) -> ClosedRange<Int64>? {
    let (head, name) = (response.head, object.name)
    let last = response.request.range?.last ?? .max
    guard let range = head.contentRange, let span = range.span, span.lowerBound == first,
      span.upperBound <= last
    else {
      throw .failed(
        SourceFault.error(
          name,
          "the server answered another range (\(PrintableText.line(head["content-range"] ?? "none")))"
            + " than the one from byte \(first)" + (last == .max ? "" : " to \(last)")))
    }
    guard try agree(RemoteFacts(head, size: range.total), from: first) else { return nil }
    guard HTTPHead.isSize(span.upperBound + 1),
      head.contentLength.map({ $0 == Int64(span.count) }) ?? true
    else {
      throw .failed(
        SourceFault.error(
          name,
          "the server announces \(head.contentLength.map { "\($0)" } ?? "no number of") bytes of the range"
            + " \(span.lowerBound)-\(span.upperBound), which contradict each other"))
    }
    return span
  }

  /// Handles a 416: the object has no bytes from the requested one on.
  private func accept(
    unsatisfied response: RemoteExchange.Response, from first: Int64
  ) throws(InputEvent) {
    let (head, name) = (response.head, object.name)
    guard let total = head.contentRange?.total, HTTPHead.isSize(total) else {
      throw .failed(
        SourceFault.error(
          name, "the server has no bytes from \(first) on, and does not say how many it has"))
    }
    guard total <= first || total == 0 else {
      throw .failed(
        SourceFault.error(name, "the server refuses the range from byte \(first) of \(total)"))
    }
    let facts = RemoteFacts(head, size: total)
    if facts.version.isEmpty {
      try InputEvent.asFailures(try object.agree(withSize: total))
    } else {
      _ = try agree(facts, from: first)
    }
    guard total >= offset else { throw .failed(SourceFault.endsBefore(offset, name)) }
    isAtEnd = true
    response.release()
  }

  /// False: the object has grown, and the response does not begin with its first byte.
  private func agree(_ facts: RemoteFacts, from first: Int64) throws(InputEvent) -> Bool {
    let number = number
    let agreed = try InputEvent.asFailures(
      try object.agree(with: facts, from: first, reader: number))
    guard let agreed else { return false }
    generation = agreed
    if offset == start { givenGeneration = agreed }
    return true
  }
}
