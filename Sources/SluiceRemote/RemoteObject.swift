import Sluice
import SluiceFeed
import SluiceSystem

/// An object on a server, in the state in which it was first seen: any other state is an error.
///
/// A strong ETag says that two responses are of one state. Without one, every reader takes all of its bytes from one
/// response, and what several readers have read of the same place is compared.
package final class RemoteObject: SourceObject {
  let origin: RemoteOrigin
  let context: RemoteContext
  /// The URL without secrets.
  package var name: String { state.withLock { $0.name } }
  private let state: LockedValue<RemoteState>

  /// The number of first bytes that are asked for to see what an object is.
  private static let headSize = 1024

  init(_ origin: RemoteOrigin, _ context: RemoteContext, _ facts: RemoteFacts? = nil) {
    self.origin = origin
    self.context = context
    state = LockedValue(RemoteState(name: origin.name, facts: facts))
  }

  /// The parameters of which its name shows only that they are there, with their values.
  package var maskedParameters: [MaskedParameter] {
    var all: [MaskedParameter] = []
    if case .web(let address) = origin {
      _ = address.name { text in
        all.append(MaskedParameter(text: text, isRenewed: WebParameter(text).isRenewed))
        return ""
      }
    }
    return all
  }

  /// Makes its name show something of each masked parameter, which tells it from others that look alike.
  package func mark(_ mark: (String) -> String) {
    guard case .web(let address) = origin else { return }
    let name = address.name(marking: mark)
    state.withLock { $0.name = name }
  }

  /// The size, if it is known by now.
  package var size: Int64? { state.withLock { $0.facts?.size } }

  /// What identifies its state, as far as the server has told: the ETag, or when it was last modified.
  package var version: String? {
    state.withLock { $0.facts.flatMap { $0.version.isEmpty ? nil : $0.version } }
  }

  /// Whether it is known by a strong ETag, as far as the server has told.
  package var isStrong: Bool { state.withLock { $0.isStrong } }

  /// By what it is known, for messages: `only the weak ETag W/"1"`.
  package var validator: String {
    state.withLock { $0.facts ?? RemoteFacts(size: nil, etag: nil) }.validator
  }

  /// Notes whether the server answered a range with a range.
  func note(takesRanges: Bool) { state.withLock { $0.takesRanges = takesRanges } }

  /// Whether the server answers ranges with ranges. Costs a request, unless the first bytes were asked for.
  /// Throws `io`.
  package func takesRanges(stop: FeedStop? = nil) throws(JSONError) -> Bool {
    _ = try bytes(at: 0, count: RemoteObject.headSize, stop: stop)
    return state.withLock { $0.takesRanges } ?? false
  }

  /// Reading resumes in its middle, where an earlier feed has stopped in this version. Nothing but a strong ETag tells
  /// that the rest belongs to what was read.
  package func resume(in version: String?) {
    state.withLock { ($0.expected, $0.isResumed) = (version, true) }
  }

  /// Only this version is read, from its start.
  package func expect(version: String) { state.withLock { $0.expected = version } }

  /// Compares what a response says with what is known, whose bytes begin at `first`. Throws when it is another state.
  ///
  /// A log on a web server grows between any two requests. Another state that is longer counts from then on as long as
  /// nobody but `reader` has got bytes of an earlier one: the reader compares all that it gave out, and the object all
  /// that was examined. For that, its response must begin with the first byte. Nil: it doesn't. Otherwise the number of
  /// the state.
  func agree(
    with facts: RemoteFacts, from first: Int64, reader: Int?
  ) throws(JSONError) -> Int? {
    let origin = origin
    let found: Result<Int?, JSONError> = state.withLock { state in
      do throws(JSONError) {
        return .success(
          try RemoteObject.agree(&state, origin, with: facts, from: first, reader: reader))
      } catch {
        return .failure(error)
      }
    }
    return try found.get()
  }

  private static func agree(
    _ state: inout RemoteState, _ origin: RemoteOrigin, with facts: RemoteFacts, from first: Int64,
    reader: Int?
  ) throws(JSONError) -> Int? {
    if let fault = unexpected(facts, state) { throw fault }
    guard var known = state.facts else {
      state.note(facts, by: reader)
      return state.generation
    }
    if let difference = known.difference(to: facts) {
      guard origin.isWeb, state.mayGrow(to: facts, reader: reader) else {
        throw SourceFault.changed(state.name, difference)
      }
      guard first == 0 else { return nil }
      state.note(facts, by: reader)
      state.grow()
      return state.generation
    }
    known.size = known.size ?? facts.size
    // What was read under no ETag is not known to be what has one later.
    if !state.hasAnswered {
      known.etag = known.etag ?? facts.etag
      known.modified = known.etag == nil ? known.modified ?? facts.modified : nil
    }
    state.note(known, by: reader)
    return state.generation
  }

  /// The error for a version in which reading should not resume.
  private static func unexpected(_ facts: RemoteFacts, _ state: RemoteState) -> JSONError? {
    if let expected = state.expected, ByteName(facts.version) != ByteName(expected) {
      return SourceFault.error(
        state.name,
        "reading should resume in the version \(PrintableText.line(expected)), and there is"
          + " \(PrintableText.line(facts.version.isEmpty ? "one without a name" : facts.version))"
          + " now: it was replaced")
    }
    guard state.isResumed, !facts.isStrong else { return nil }
    return SourceFault.error(
      state.name,
      "reading should resume in its middle, and the server gives \(facts.validator): whether the rest"
        + " belongs to what was read before can't be told. Read it again from its start")
  }

  /// Compares a size with what is known, where a response says no more. Throws when it is another one.
  func agree(withSize size: Int64) throws(JSONError) {
    let difference: String? = state.withLock { state in
      if state.expected != nil || state.isResumed, !state.hasAnswered {
        return "reading should resume in it, and the server does not tell its version"
      }
      if let difference = state.facts?.difference(toSize: size) { return difference }
      var known = state.facts ?? RemoteFacts(size: nil, etag: nil)
      known.size = size
      state.facts = known
      return nil
    }
    if let difference { throw SourceFault.changed(name, difference) }
  }

  /// Headers that make the server refuse another state; on the web, that make it send all of that state instead of the
  /// range that begins at `first`.
  func conditions(from first: Int64) -> [(name: String, value: String)] {
    let facts = state.withLock { $0.facts }
    // Weak ETags never match in If-Match and If-Range; they are compared when the response has come.
    if let etag = facts?.etag {
      guard facts?.isStrong == true else { return [] }
      if origin.isWeb { return first > 0 ? [("If-Range", etag)] : [] }
      return [("If-Match", etag)]
    }
    return origin.isWeb ? [] : facts?.modified.map { [("If-Unmodified-Since", $0)] } ?? []
  }

  /// The number of a new reader that gives out bytes.
  func nextReader() -> Int {
    state.withLock {
      $0.readers += 1
      return $0.readers
    }
  }

  /// The number of its state: how often it has grown.
  var generation: Int { state.withLock { $0.generation } }

  /// See ``RemoteState/isUnsure(before:)``.
  func isUnsure(before offset: Int64) -> Bool { state.withLock { $0.isUnsure(before: offset) } }

  /// What was read of it so far was only examined: a later state may still count.
  package func onlyExamined() { state.withLock { $0.giver = nil } }

  /// Whether the bytes that are read of it are kept or hashed, to be compared with those of other responses.
  var keepsBytes: Bool { origin.isWeb || !isStrong }

  /// Compares bytes of a response with those that others brought of the same place. Throws when they are of another
  /// state. Not needed where nothing but bytes under one strong ETag is taken.
  func compare(
    _ bytes: UnsafeRawBufferPointer, at offset: Int64, in generation: Int
  ) throws(JSONError) {
    let end = offset + Int64(bytes.count)
    let place: Int64? = state.withLock { state in
      for piece in state.pieces {
        let (first, last) = (max(offset, piece.start), min(end, piece.end))
        guard first < last else { continue }
        let isSame = unsafe bytes[Int(first - offset)..<Int(last - offset)].elementsEqual(
          piece.bytes[Int(first - piece.start)..<Int(last - piece.start)])
        if !isSame { return first }
      }
      state.compared(offset..<end, in: generation)
      return nil
    }
    if let place {
      throw SourceFault.changed(
        name, "its bytes from \(place) on are others than before, and the server gives \(validator)"
      )
    }
  }

  /// Keeps the last bytes that a reader has read of it, for a fingerprint.
  func keep(_ bytes: [UInt8], at offset: Int64, in generation: Int) {
    let piece = RemoteState.Piece(start: offset, bytes: bytes, generation: generation)
    state.withLock { $0.keep(piece) }
  }

  /// Up to `count` bytes that are known without a request; nil: they are not.
  package func knownBytes(at offset: Int64, count: Int) -> [UInt8]? {
    state.withLock { $0.bytes(at: offset, count: count) }
  }

  /// Whether its first bytes cost no request.
  package var isHeadKnown: Bool { state.withLock { $0.pieces.contains { $0.start == 0 } } }

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
    if let known = knownBytes(at: offset, count: count) { return known }
    if let size, offset >= size { return [] }
    let isHead = offset == 0 && count <= RemoteObject.headSize
    let wanted = isHead ? RemoteObject.headSize : count
    let reader = RemoteReader(self, from: offset, to: offset + Int64(wanted), examines: true)
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
    let piece = RemoteState.Piece(
      start: offset, bytes: bytes, generation: reader.generation)
    let keepsBytes = keepsBytes
    state.withLock { if isHead || keepsBytes { $0.keep(piece) } }
    return Array(bytes.prefix(count))
  }

  package func input(to end: Int64) -> any ByteInput { RemoteInput(self, to: end) }
}
