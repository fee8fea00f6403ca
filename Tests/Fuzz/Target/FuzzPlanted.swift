#if PLANTED
  import Sluice

  /// A planted fault, to check that the fuzzer finds faults. It reads one byte past a buffer once a document is an
  /// array with a string and a number. The byte is so close to the buffer that only the address sanitizer notices.
  enum FuzzPlanted {
    static func run(_ document: [UInt8]) {
      var reader = JSONReader(checking: .full)
      try? reader.withDocument(document) { root in
        let text = try root[0].string
        let index = try root[1].int
        let copy = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: text.utf8.count + 1)
        defer { copy.deallocate() }
        copy.initialize(repeating: 0)
        let isBehind = index > text.utf8.count && index < text.utf8.count + 16
        if isBehind, copy.baseAddress?[index] == 7 { throw JSONError(.io, at: 0) }
      }
    }
  }
#endif
