import Sluice

/// The UTF-8 of a key that is looked up, lent for the lookup, and its hash.
@safe
struct FieldName {
  let bytes: UnsafePointer<UInt8>
  let count: Int
  let hash: UInt64
  /// The bit of a name that the session keeps; 0 for others.
  let bit: UInt64

  /// Sound because the pointer is lent by ``with(_:_:)`` for its call.
  @inline(__always)
  private init(_ text: UnsafeBufferPointer<UInt8>) {
    unsafe bytes = text.baseAddress!
    count = text.count
    hash = unsafe FieldName.hash(bytes, count)
    bit = 0
  }

  /// Sound because the session keeps the name's bytes.
  @inline(__always)
  init(_ name: KeyNames.Name) {
    unsafe bytes = unsafe UnsafePointer(name.bytes!)
    count = name.count
    hash = name.hash
    bit = name.bit
  }

  /// The hash of a name: of its length, and of its first, middle and last bytes.
  @inline(__always)
  static func hash(_ bytes: UnsafePointer<UInt8>, _ count: Int) -> UInt64 {
    guard count > 0 else { return 0 }
    let first = unsafe UInt64(bytes[0])
    let middle = unsafe UInt64(bytes[count / 2])
    let last = unsafe UInt64(bytes[count - 1])
    let mixed = first | middle << 8 | last << 16 | UInt64(truncatingIfNeeded: count) << 24
    return (mixed &* 0x9E37_79B9_7F4A_7C15) >> 55
  }

  /// Lends the UTF-8 of `text`.
  @inline(__always)
  static func with<R>(
    _ text: String, _ body: (FieldName) throws(JSONError) -> R
  ) throws(JSONError) -> R {
    var text = text
    let result: Result<R, JSONError> = text.withUTF8 { bytes in
      do throws(JSONError) {
        if unsafe bytes.baseAddress != nil { return unsafe .success(try body(FieldName(bytes))) }
        return .success(try empty(body))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }

  /// The empty name, whose buffer may have no address.
  @inline(never)
  private static func empty<R>(
    _ body: (FieldName) throws(JSONError) -> R
  ) throws(JSONError) -> R {
    var nothing: UInt8 = 0
    let result: Result<R, JSONError> = unsafe withUnsafePointer(to: &nothing) { start in
      do throws(JSONError) {
        return unsafe .success(
          try body(FieldName(UnsafeBufferPointer(start: start, count: 0))))
      } catch {
        return .failure(error)
      }
    }
    return try result.get()
  }
}
