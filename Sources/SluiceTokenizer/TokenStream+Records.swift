import CSimdJSON
import Sluice

/// The next value as a whole: gathering, checking and skipping it.
extension TokenStream {
  /// A value in the window.
  struct Value {
    let first: UInt32
    let end: UInt32
    let start: Int
    let length: Int
  }

  /// The answer to a request for a value.
  enum Taken {
    case value(Value)
    /// None comes next, or more must be fed. Nothing was taken.
    case nothing
    /// It is larger than a record may be. Nothing was taken.
    case tooLarge(JSONError)
  }

  /// Finds the next value and moves past it. Nil: none comes next, or more must be fed. Throws
  /// `too-large`, which changes nothing, and faults, which are thrown again from then on.
  func nextValue() throws(JSONError) -> Value? {
    try answer { (stream) throws(JSONError) in
      // A call for a container that waits for bytes may be continued by one for a value.
      if stream.lendsContainer, let opened = stream.lastOpened {
        return try stream.takeContainer(at: opened)
      }
      stream.forgetToken()
      return try stream.takeUpcoming()
    }
  }

  /// The container whose opening bracket is the last token, as `nextValue`.
  func openedValue() throws(JSONError) -> Value? {
    try answer { (stream) throws(JSONError) in
      guard let opened = stream.lastOpened else { return .nothing }
      return try stream.takeContainer(at: opened)
    }
  }

  private func answer(
    _ request: (TokenStream) throws(JSONError) -> Taken
  ) throws(JSONError) -> Value? {
    if let failure { throw failure }
    let taken: Taken
    do throws(JSONError) {
      guard try finishSkip() else { return nil }
      taken = try request(self)
    } catch {
      throw fail(error)
    }
    endRequest()
    switch taken {
    case .value(let value): return value
    case .nothing: return nil
    case .tooLarge(let error): throw error
    }
  }

  /// Gathers the next value, checks it, and moves past it.
  func takeUpcoming() throws(JSONError) -> Taken {
    walk.settle()
    if gathering == nil {
      guard try upcoming() == .value else { return .nothing }
    }
    var last = unsafe lastEntry()
    if unsafe last == nil {
      switch try gather() {
      case .value: unsafe last = unsafe lastEntry()
      case .needsBytes: return .nothing
      case .tooLarge: return .tooLarge(tooLarge(at: buffer.offset))
      }
    }
    // Once gathered, it ends in the window.
    guard let last = unsafe last else { throw pendingFault ?? fault() }
    let base = unsafe UnsafePointer(index.pointee.tokens)
    let value = unsafe Value(
      first: UInt32(truncatingIfNeeded: walk.here - base),
      end: UInt32(truncatingIfNeeded: last + 1 - base), start: Int(walk.here[0]),
      length: Int(valueEnd(last)))
    guard value.length - value.start <= options.maximumRecordSize else {
      return .tooLarge(tooLarge(at: walk.windowOffset &+ Int64(value.start)))
    }
    try check(value)
    unsafe walk.here = unsafe last + 1
    walk.place = placeBehindValue
    walk.settle()
    opened = nil
    return .value(value)
  }

  func tooLarge(at offset: Int64) -> JSONError {
    absolute(JSONError(.tooLarge, at: 0, name: "\(options.maximumRecordSize)"), at: offset)
  }

  /// Makes the index describe a value of the window.
  func open(_ value: Value) {
    unsafe index.open(
      first: value.first, end: value.end, start: UInt32(truncatingIfNeeded: value.start),
      length: UInt32(truncatingIfNeeded: value.length))
  }

  /// The last entry of the current value; nil: it does not end in the window.
  private func lastEntry() -> UnsafePointer<UInt32>? {
    guard unsafe walk.here < walk.stop else { return nil }
    guard unsafe Byte.opens(walk.bytes[Int(walk.here[0])]) else { return unsafe walk.here }
    let tokens = unsafe UnsafePointer(index.pointee.tokens)
    let behind = unsafe csj_walk_out(
      walk.bytes, tokens, UInt32(truncatingIfNeeded: walk.here + 1 - tokens),
      UInt32(truncatingIfNeeded: walk.stop - tokens))
    return unsafe behind == .max ? nil : tokens + Int(behind) - 1
  }

  /// Checks a value before it is delivered.
  private func check(_ value: Value) throws(JSONError) {
    let first = unsafe walk.bytes[value.start]
    let room = options.depthLimit - walk.levels.depth
    guard Byte.opens(first) else {
      // Checked as if it were returned as a token.
      let kept = unsafe (walk.here, walk.place)
      _ = try self.value(first)
      unsafe (walk.here, walk.place) = unsafe kept
      return walk.forget()
    }
    guard room > 0, unsafe walk.bytes[value.length - 1] == first &+ 2 else { throw fault() }
    guard options.checking == .full else { return }
    unsafe storage.context.pointee.depthLimit = UInt32(truncatingIfNeeded: room)
    open(value)
    defer { openIndex() }
    do throws(JSONError) { try storage.checkInFull() } catch { throw fault() }
  }
}
