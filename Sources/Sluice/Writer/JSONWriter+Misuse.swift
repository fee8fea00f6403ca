extension JSONWriter {
  enum Call: String {
    case value = "a value"
    case key = "a key"
    case endOfObject = "the end of an object"
    case endOfArray = "the end of an array"
    case end = "the end of the text"
  }

  /// The error for a call that is not allowed here.
  @inline(never)
  func misuse(_ call: Call) -> JSONError {
    if let failure { return failure }
    let allowed =
      switch place {
      case .root: "a value"
      case .firstElement, .element: "a value or the end of the array"
      case .firstKey, .key: "a key or the end of the object"
      case .fieldValue: "the value of the key written last"
      case .end: "nothing more: the value is complete (Options.lines writes one after another)"
      case .failed: "nothing more: the destination failed"
      }
    return JSONError(
      .invalidWrite, at: byteCount, name: nil,
      reason: "\(call.rawValue) was to be written where only \(allowed) can come")
  }
}
