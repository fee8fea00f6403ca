import CSimdJSON
import Sluice

/// The next value as a whole: finding, gathering, checking and skipping it.
extension TokenStream {
  /// A value in the window.
  struct Value {
    let first: UInt32
    let end: UInt32
    let start: Int
    let length: Int
  }

  /// Finds the next value, gathers it, checks it, and moves past it.
  func nextValue() throws(JSONError) -> Value? {
    if let failure { throw failure }
    do throws(JSONError) {
      walk.forget()
      walk.settle()
      if gathering == nil {
        guard try hasValue() else { return nil }
      }
      var last = unsafe lastEntry()
      if unsafe last == nil {
        guard try gather() else { return nil }
        unsafe last = unsafe lastEntry()
      }
      // Once gathered, it ends in the window.
      guard let last = unsafe last else { throw pendingFault ?? fault() }
      let base = unsafe UnsafePointer(index.pointee.tokens)
      let value = unsafe Value(
        first: UInt32(truncatingIfNeeded: walk.here - base),
        end: UInt32(truncatingIfNeeded: last + 1 - base), start: Int(walk.here[0]),
        length: Int(valueEnd(last)))
      try check(value)
      unsafe walk.here = unsafe last + 1
      walk.place = placeBehindValue
      walk.settle()
      return value
    } catch  where error.code == .tooLarge && failure == nil {
      throw error
    } catch {
      throw fail(error)
    }
  }

  /// Makes the index describe a value of the window.
  func open(_ value: Value) {
    unsafe index.open(
      first: value.first, end: value.end, start: UInt32(truncatingIfNeeded: value.start),
      length: UInt32(truncatingIfNeeded: value.length))
  }

  /// Steps back before the container that was opened last. Returns false if the current token is not
  /// an opening bracket.
  func stepBack() -> Bool {
    guard walk.kind == .beginObject || walk.kind == .beginArray else { return false }
    walk.levels.pop()
    walk.place = walk.levels.depth == 0 ? .root : .value
    // The walk skips nothing after a bracket.
    unsafe walk.here -= 1
    walk.settle()
    walk.forget()
    return true
  }

  /// Moves to the next value. Returns false if something else comes next.
  func hasValue() throws(JSONError) -> Bool {
    guard long == nil else { return false }
    while true {
      if unsafe walk.here >= walk.stop {
        switch try refill() {
        case .nothing: return false
        case .tokens: continue
        case .longToken:
          if walk.place == .end, options.takesSeveralDocuments { walk.place = .root }
          return walk.place == .value || walk.place == .firstValue || walk.place == .root
        }
      }
      let byte = unsafe walk.bytes[Int(walk.here[0])]
      switch walk.place {
      case .behind:
        if byte == walk.closing { return false }
        guard byte == Byte.comma else { throw fault() }
        if walk.isInObject { return false }
        unsafe walk.here += 1
        walk.place = .value
      case .colon:
        guard byte == Byte.colon else { throw fault() }
        unsafe walk.here += 1
        walk.place = .value
      case .key, .firstKey: return false
      case .firstValue: return byte != walk.closing
      case .value, .root: return true
      case .end:
        guard options.takesSeveralDocuments else { throw fault() }
        walk.place = .root
      }
    }
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
