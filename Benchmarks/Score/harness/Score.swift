#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Receives every value of a document, as score.hpp's contenders pass them on: brackets and literals by
/// their codes, keys and strings unescaped, numbers as doubles.
public protocol Sink {
  mutating func code(_ code: Code)
  mutating func real(_ value: Double)
  mutating func text(_ value: UnsafeBufferPointer<UInt8>)
}

public enum Code: UInt64 {
  case beginObject = 1, endObject, beginArray, endArray, yes, no, null
}

extension Sink {
  @inlinable
  public mutating func text(_ value: String) {
    var copy = value
    copy.withUTF8 { text($0) }
  }
}

/// A contender: the modes of score.hpp are those of ``score(_:version:)``.
public protocol Contender: ~Copyable {
  /// Passes on every value of a text, which 64 readable bytes follow. Throws what is wrong with it.
  mutating func visit(_ text: UnsafeBufferPointer<UInt8>, into sink: inout some Sink) throws
}

public struct Refusal: Error, CustomStringConvertible {
  public let description: String
  public init(_ description: String) { self.description = description }
}

@usableFromInline struct Tally: Sink {
  @usableFromInline var numbers: UInt64 = 0
  @usableFromInline var bytes: UInt64 = 0
  @usableFromInline var edges: UInt64 = 0
  @inlinable init() {}
  @inlinable mutating func code(_ code: Code) { numbers &+= code.rawValue }
  @inlinable mutating func real(_ value: Double) { numbers &+= value.bitPattern }
  @inlinable
  mutating func text(_ value: UnsafeBufferPointer<UInt8>) {
    bytes &+= UInt64(value.count)
    if !value.isEmpty {
      edges &+= UInt64(value[0])
      edges &+= UInt64(value[value.count &- 1])
    }
  }
}

@usableFromInline struct Text: Sink {
  @usableFromInline var bytes: [UInt8] = []
  @inlinable init() {}
  @inlinable mutating func code(_ code: Code) { bytes += "i\(code.rawValue)\n".utf8 }
  @inlinable mutating func real(_ value: Double) { bytes += "r\(value.bitPattern)\n".utf8 }
  @inlinable
  mutating func text(_ value: UnsafeBufferPointer<UInt8>) {
    bytes += "s\(value.count):".utf8
    bytes += value
    bytes.append(0x0A)
  }
}

/// What callgrind counts, by this name.
@inlinable
@inline(never)
func score_pass(
  _ contender: inout some Contender & ~Copyable, _ text: UnsafeBufferPointer<UInt8>,
  _ tally: inout Tally
) throws { try contender.visit(text, into: &tally) }

/// Does what the command line says. Never returns.
@inlinable
public func score(_ made: consuming some Contender & ~Copyable, version: String) -> Never {
  var contender = made
  let words = Array(CommandLine.arguments.dropFirst())
  do {
    switch (words.first, words.count) {
    case ("version", 1): print(version)
    case ("judge", 4): try judge(&contender, words[1], words[2], Int(words[3]) ?? 0)
    case ("time", 3): try time(&contender, words[1], Int(words[2]) ?? 1)
    case ("records", 4): try records(&contender, words[1], Int(words[2]) ?? 1, words[3])
    case ("count", 2):
      var tally = Tally()
      // Buffers grow in the first pass over each document.
      for text in try documents(words[1]) {
        try score_pass(&contender, text, &tally)
        try score_pass(&contender, text, &tally)
      }
    default: exit(2)
    }
    exit(0)
  } catch {
    print("\(error)")
    exit(1)
  }
}

@inlinable
func judge(
  _ contender: inout some Contender & ~Copyable, _ input: String, _ output: String, _ from: Int
) throws {
  for text in try documents(input).dropFirst(from) {
    var found = Text()
    var verdict = "yes"
    do { try contender.visit(text, into: &found) } catch {
      verdict = "no"
      found.bytes = Array("\(error)".utf8)
    }
    // At once: the next document may end the process.
    try write(Array("\(verdict) \(found.bytes.count)\n".utf8) + found.bytes + [0x0A], to: output)
  }
}

@inlinable
func time(
  _ contender: inout some Contender & ~Copyable, _ input: String, _ passes: Int
) throws {
  let all = try documents(input)
  var tally = Tally()
  for _ in 0..<passes {
    let start = clock_ns(CLOCK_PROCESS_CPUTIME_ID)
    for text in all { try score_pass(&contender, text, &tally) }
    print(clock_ns(CLOCK_PROCESS_CPUTIME_ID) - start)
  }
  print("sum \(tally.numbers) \(tally.bytes)")
}

@inlinable
func records(
  _ contender: inout some Contender & ~Copyable, _ input: String, _ passes: Int,
  _ output: String
) throws {
  let all = try documents(input)
  var tally = Tally()
  var spent: [Float] = []
  spent.reserveCapacity(all.count * passes)
  for _ in 0..<passes {
    for text in all {
      let start = clock_ns(CLOCK_MONOTONIC)
      try score_pass(&contender, text, &tally)
      spent.append(Float(clock_ns(CLOCK_MONOTONIC) - start))
    }
  }
  try spent.withUnsafeBytes { try write(Array($0), to: output) }
}

@usableFromInline
func clock_ns(_ clock: clockid_t) -> Int {
  var time = timespec()
  clock_gettime(clock, &time)
  return time.tv_sec * 1_000_000_000 + time.tv_nsec
}

/// Each document after its length on a line of its own, and followed by a newline. They stay for the life
/// of the process, 64 bytes that are NUL after each.
@usableFromInline
func documents(_ path: String) throws -> [UnsafeBufferPointer<UInt8>] {
  guard let file = fopen(path, "rb") else { throw Refusal("can't read \(path)") }
  defer { fclose(file) }
  var all: [UnsafeBufferPointer<UInt8>] = []
  var line = [CChar](repeating: 0, count: 32)
  while fgets(&line, 32, file) != nil {
    let length = atol(line)
    let text = UnsafeMutableBufferPointer<UInt8>.allocate(capacity: length + 64)
    text.initialize(repeating: 0)
    guard fread(text.baseAddress!, 1, length, file) == length, fgetc(file) == 0x0A else {
      throw Refusal("a document is cut short")
    }
    all.append(UnsafeBufferPointer(rebasing: text.prefix(length)))
  }
  return all
}

@usableFromInline
func write(_ bytes: [UInt8], to path: String) throws {
  guard let file = fopen(path, "ab"), fwrite(bytes, 1, bytes.count, file) == bytes.count,
    fclose(file) == 0
  else { throw Refusal("can't write \(path)") }
}
