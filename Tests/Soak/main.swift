// The real 4 GiB boundary: documents of 4 GiB - 64 bytes must be read, and one byte more must be refused. Needs about 5
// GiB for documents of few tokens, and 20 GiB for a document with as many tokens as fit. Also a stream beyond it.
import Sluice

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The peak memory of this process.
func peak() -> String {
  var usage = rusage()
  #if canImport(Darwin)
    getrusage(RUSAGE_SELF, &usage)
    let bytes = usage.ru_maxrss
  #else
    getrusage(__rusage_who_t(RUSAGE_SELF.rawValue), &usage)
    let bytes = usage.ru_maxrss * 1024
  #endif
  return "\(bytes >> 20) MiB"
}

/// `prefix`, then `fill` repeatedly, then `suffix`: `size` bytes in total.
func document(of size: Int, _ prefix: String, _ fill: UInt8, _ suffix: String) -> PaddedBytes {
  var bytes = PaddedBytes()
  bytes.reserveCapacity(size)
  bytes.append(contentsOf: Array(prefix.utf8))
  let chunk = [UInt8](repeating: fill, count: 16 << 20)
  var left = size - prefix.utf8.count - suffix.utf8.count
  while left > 0 {
    bytes.append(contentsOf: chunk[..<min(left, chunk.count)])
    left -= chunk.count
  }
  bytes.append(contentsOf: Array(suffix.utf8))
  precondition(bytes.count == size, "the document is not as large as it should be")
  return bytes
}

nonisolated(unsafe) var failures = 0
func report(_ name: String, _ passes: Bool, _ found: String, _ start: ContinuousClock.Instant) {
  let seconds = (ContinuousClock.now - start) / .seconds(1)
  let tenths = (seconds * 10).rounded() / 10
  print("\(passes ? "ok    " : "FAILED") \(name): \(found); \(tenths) s, peak \(peak())")
  if !passes { failures += 1 }
}

let largest = JSONOptions.largestSize

if CommandLine.arguments.contains("--stream") {
  soakTokenizer()
  exit(failures == 0 ? 0 : 1)
}

if CommandLine.arguments.contains("--sparse") {
  soakSparseFiles()
  exit(failures == 0 ? 0 : 1)
}

/// Each test has its own reader, so that memory is freed in between.
func soak(
  _ name: String, _ checking: JSONChecking, _ bytes: borrowing PaddedBytes, expected: String,
  _ read: (JSONCursor) throws -> String
) {
  let start = ContinuousClock.now
  var reader = JSONReader(checking: checking)
  do {
    let found = try reader.withDocument(bytes, read)
    report(name, found == expected, found, start)
  } catch {
    let code = (error as? JSONError).map { "\($0.code) at byte \($0.offset)" } ?? "\(error)"
    report(name, code == expected, code, start)
  }
}

do {
  let bytes = document(of: largest, "[\"", UInt8(ascii: "x"), "\", 7]")
  soak("one string, 4 GiB - 64", .full, bytes, expected: "\(largest - 7) bytes, then 7") { root in
    "\(try root[0].text.rawCount) bytes, then \(try root[1].int)"
  }
}
do {
  let bytes = document(of: largest, "{\"a\":", UInt8(ascii: " "), "[true, \"end\"]}")
  soak("white space, 4 GiB - 64", .full, bytes, expected: "end at \(largest - 7)") { root in
    let end = try root["a"][1]
    return "\(try end.string) at \(end.offset)"
  }
}
do {
  let bytes = document(of: largest, "[1,", UInt8(ascii: " "), "}")
  soak(
    "a fault in the last byte", .full, bytes,
    expected: "unexpected-token at byte \(largest - 1)"
  ) { _ in "accepted" }
}
do {
  let bytes = document(of: largest + 1, "[1,", UInt8(ascii: " "), "2]")
  soak("4 GiB - 63", .accessed, bytes, expected: "too-large at byte 0") { _ in "accepted" }
}
soakTokenizer()
if CommandLine.arguments.contains("--tokens") {
  // Every byte is a token: the index is as large as possible.
  let bytes = document(of: largest, "[", UInt8(ascii: "["), "")
  soak("every byte a token", .accessed, bytes, expected: "incomplete at byte \(largest)") { root in
    "\(try root.count) elements"
  }
}
exit(failures == 0 ? 0 : 1)
