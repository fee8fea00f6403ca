import CSimdJSON

/// Whether two strings have the same bytes, which is JSON's equality; `String.==` also accepts canonically equivalent
/// strings.
package func haveSameUTF8(_ left: String, _ right: String) -> Bool {
  let inPlace: Bool?? = unsafe left.utf8.withContiguousStorageIfAvailable { left in
    unsafe right.utf8.withContiguousStorageIfAvailable { right in
      guard left.count == right.count else { return false }
      guard let a = left.baseAddress, let b = right.baseAddress else { return true }
      return unsafe csj_equal(a, b, left.count)
    }
  }
  if let inPlace, let inPlace { return inPlace }
  return left.utf8.elementsEqual(right.utf8)
}

/// Whether a string's UTF-8 is these bytes.
package func hasUTF8(_ string: String, _ bytes: UnsafePointer<UInt8>, _ count: Int) -> Bool {
  var string = string
  return string.withUTF8 { text in
    guard text.count == count else { return false }
    guard let start = text.baseAddress else { return true }
    return unsafe csj_equal(start, bytes, count)
  }
}

/// Lends a string's UTF-8, in place for native strings. The base address is never nil.
@inlinable
package func withUTF8<R>(
  of string: some StringProtocol, _ body: (UnsafeBufferPointer<UInt8>) throws(JSONError) -> R
) throws(JSONError) -> R {
  var string = String(string)
  let result: Result<R, JSONError> = string.withUTF8 { bytes in
    do throws(JSONError) {
      if unsafe bytes.baseAddress != nil { return unsafe .success(try body(bytes)) }
      return unsafe .success(
        try withUnsafeTemporaryByte { (nothing) throws(JSONError) in try unsafe body(nothing) })
    } catch {
      return .failure(error)
    }
  }
  return try result.get()
}

@inlinable
func withUnsafeTemporaryByte<R>(
  _ body: (UnsafeBufferPointer<UInt8>) throws(JSONError) -> R
) throws(JSONError) -> R {
  var byte: UInt8 = 0
  let result: Result<R, JSONError> = unsafe withUnsafePointer(to: &byte) { pointer in
    do throws(JSONError) {
      return unsafe .success(try body(UnsafeBufferPointer(start: pointer, count: 0)))
    } catch {
      return .failure(error)
    }
  }
  return try result.get()
}
