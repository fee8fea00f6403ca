extension ByteSearch {
  /// The first place of a text, which is not empty; below zero: it has none.
  @usableFromInline
  package static func place(
    of text: UnsafeBufferPointer<UInt8>, in bytes: UnsafeBufferPointer<UInt8>
  ) -> Int {
    guard bytes.count >= text.count, let first = unsafe text.first else { return -1 }
    let last = bytes.count - text.count
    var start = 0
    while start <= last,
      let found = unsafe ByteSearch.first(
        first, in: UnsafeBufferPointer(rebasing: bytes[start...last]))
    {
      start += found
      var count = 1
      while count < text.count, unsafe bytes[start + count] == text[count] { count += 1 }
      if count == text.count { return start }
      start += 1
    }
    return -1
  }
}
