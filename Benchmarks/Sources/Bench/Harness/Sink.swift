import CContenders

/// Receives the values that a contender reads: a tally in the timed rounds, a text of all values for the
/// comparison. The C++ contenders have the same two.
protocol Sink {
  mutating func integer(_ value: Int64)
  mutating func real(_ value: Double)
  mutating func text(_ value: UnsafeBufferPointer<UInt8>)
  mutating func missing()
}

extension Sink {
  /// An owned string, through its UTF-8.
  @inline(__always)
  mutating func text(_ value: String) {
    // In place: a copy would count references in every contender's time.
    if value.utf8.withContiguousStorageIfAvailable({ text($0) }) == nil {
      var copy = value
      copy.withUTF8 { text($0) }
    }
  }
}

typealias Tally = bench_tally

extension bench_tally: Sink, @retroactive Equatable {
  @inline(__always)
  mutating func integer(_ value: Int64) { numbers &+= UInt64(bitPattern: value) }

  @inline(__always)
  mutating func real(_ value: Double) { numbers &+= value.bitPattern }

  @inline(__always)
  mutating func text(_ value: UnsafeBufferPointer<UInt8>) {
    bytes &+= UInt64(value.count)
    if !value.isEmpty {
      edges &+= UInt64(value[0])
      edges &+= UInt64(value[value.count &- 1])
    }
  }

  @inline(__always)
  mutating func missing() { absent &+= 1 }

  /// Adds the counts of another one.
  mutating func add(_ other: Tally) {
    numbers &+= other.numbers
    bytes &+= other.bytes
    edges &+= other.edges
    absent &+= other.absent
  }

  public static func == (left: bench_tally, right: bench_tally) -> Bool {
    left.numbers == right.numbers && left.bytes == right.bytes && left.edges == right.edges
      && left.absent == right.absent
  }

  /// Its form in the report.
  var line: String { "numbers \(numbers), bytes \(bytes), edges \(edges), absent \(absent)" }
}

/// Writes values as `i<integer>`, `r<bits>`, `s<length>:<text>` and `-`, a line each.
struct Text: Sink {
  var bytes: [UInt8] = []

  mutating func integer(_ value: Int64) { line("i\(value)") }
  mutating func real(_ value: Double) { line("r\(value.bitPattern)") }
  mutating func text(_ value: UnsafeBufferPointer<UInt8>) {
    bytes.append(contentsOf: "s\(value.count):".utf8)
    bytes.append(contentsOf: value)
    bytes.append(UInt8(ascii: "\n"))
  }
  mutating func missing() { line("-") }

  private mutating func line(_ text: String) {
    bytes.append(contentsOf: text.utf8)
    bytes.append(UInt8(ascii: "\n"))
  }
}
