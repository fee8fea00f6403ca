import FeedTestSupport

/// The compressors of tests that import compressed files.
enum TestPacking: CaseIterable {
  case gzip, bzip2, xz, lz4

  /// Those whose libraries are here.
  static let here = allCases.filter {
    if $0.packed([]) != nil { return true }
    print("skipped for lack of its library: \($0)")
    return false
  }

  /// The usual ending of a name.
  var ending: String {
    switch self {
    case .gzip: ".gz"
    case .bzip2: ".bz2"
    case .xz: ".xz"
    case .lz4: ".lz4"
    }
  }

  func pack(_ text: [UInt8]) -> [UInt8] {
    guard let packed = packed(text) else { preconditionFailure("the tests' compressor failed") }
    return packed
  }

  private func packed(_ text: [UInt8]) -> [UInt8]? {
    var packed = [UInt8](repeating: 0, count: 2 * text.count + 1000)
    let room = packed.count
    func archived(_ format: Int) -> Int {
      unsafe archive_test_compress(Int32(format), 0, text, text.count, &packed, room)
    }
    let size =
      switch self {
      case .gzip: unsafe gzip_test_member(text, text.count, &packed, room)
      case .bzip2: archived(ARCHIVE_TEST_BZIP2)
      case .xz: archived(ARCHIVE_TEST_XZ)
      case .lz4: archived(ARCHIVE_TEST_LZ4)
      }
    return (1...room).contains(size) ? Array(packed[..<size]) : nil
  }
}
