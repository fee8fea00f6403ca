/// Rows in the format of COPY, and where each begins.
///
/// Sound because only `PostgreSQLBatch` makes one, from bytes that it keeps until it is done with
/// the rows.
@safe
struct EncodedRows: ~Copyable {
  private let bytes: UnsafeRawBufferPointer
  /// The start of each row, and the end of the last one.
  private let starts: [Int]

  /// `bytes` holds `count` rows, as ``PostgreSQLCopy`` wrote them.
  init(_ bytes: UnsafeRawBufferPointer, count: Int) {
    unsafe self.bytes = unsafe bytes
    var starts = [0]
    starts.reserveCapacity(count + 1)
    var place = 0
    for _ in 0..<count {
      let fields = unsafe Int16(
        bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int16.self))
      place += MemoryLayout<Int16>.size
      for _ in 0..<max(fields, 0) {
        let length = unsafe Int32(
          bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int32.self))
        place += MemoryLayout<Int32>.size + Int(max(length, 0))
      }
      starts.append(place)
    }
    self.starts = starts
  }

  var count: Int { starts.count - 1 }

  func bytes(of rows: Range<Int>) -> UnsafeRawBufferPointer {
    unsafe UnsafeRawBufferPointer(
      rebasing: bytes[starts[rows.lowerBound]..<starts[rows.upperBound]])
  }

  /// The rows with a field before the others, for their numbers in the staging table.
  func numbered(after earlier: Int) -> [UInt8] {
    var numbered: [UInt8] = []
    let field = MemoryLayout<Int32>.size + MemoryLayout<Int64>.size
    unsafe numbered.reserveCapacity(bytes.count + count * field)
    func append(_ value: some FixedWidthInteger) {
      unsafe withUnsafeBytes(of: value.bigEndian) { unsafe numbered.append(contentsOf: $0) }
    }
    for row in 0..<count {
      let place = starts[row]
      let fields = unsafe Int16(
        bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int16.self))
      append(fields &+ 1)
      append(Int32(MemoryLayout<Int64>.size))
      append(Int64(earlier + row + 1))
      unsafe numbered.append(
        contentsOf: bytes[(place + MemoryLayout<Int16>.size)..<starts[row + 1]])
    }
    return numbered
  }

  /// The row's number in the staging table, which is its first field.
  func ordinal(of row: Int) -> Int64 {
    let place = starts[row] + MemoryLayout<Int16>.size + MemoryLayout<Int32>.size
    return unsafe Int64(bigEndian: bytes.loadUnaligned(fromByteOffset: place, as: Int64.self))
  }
}
