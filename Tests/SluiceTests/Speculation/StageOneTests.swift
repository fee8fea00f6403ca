import CSimdJSON
import ConformanceSuite
import TestSupport
import Testing

/// The result of stage 1 for a window.
private struct Said: Equatable {
  var status: UInt32
  var tokens: [UInt32]
}

/// Stage 1 in some mode: our own, or simdjson's.
///
/// Sound because it owns the engine, which is destroyed with it.
@safe
private final class Engine {
  let engine: OpaquePointer
  let mode: csj_mode

  init(_ mode: csj_mode) throws {
    unsafe engine = try unsafe #require(unsafe csj_engine_create())
    self.mode = mode
  }

  deinit { unsafe csj_engine_destroy(engine) }

  /// `bytes` end with 64 that are not the window's. Records an issue if kinds or lines do not match the bytes.
  func say(_ bytes: [UInt8], hasMore: inout Bool) -> Said {
    var found = unsafe csj_structurals()
    let length = bytes.count - 64
    let status = unsafe csj_stage1(engine, bytes, UInt64(length), mode, &found)
    guard status == CSJ_OK, let start = unsafe found.tokens else {
      return Said(status: status.rawValue, tokens: [])
    }
    let tokens = unsafe Array(UnsafeBufferPointer(start: start, count: Int(found.count) + 2))
    if let kinds = unsafe found.kinds {
      hasMore = true
      let wanted = tokens.dropLast(2).map { token in
        "{}[]:,\"\u{0C}\u{1A}".utf8.contains(bytes[Int(token)]) ? bytes[Int(token)] : 0
      }
      #expect(unsafe Array(UnsafeBufferPointer(start: kinds, count: Int(found.count))) == wanted)
    }
    if let lines = unsafe found.lines {
      let newlines = bytes[..<length].indices.filter { bytes[$0] == 0x0A }
      let counts = newlines.map { newline in
        UInt32(tokens.dropLast(2).count { $0 < newline })
      }
      #expect(
        unsafe Array(UnsafeBufferPointer(start: lines, count: Int(found.line_count))) == counts)
    }
    return Said(status: status.rawValue, tokens: tokens)
  }
}

/// The tokens that stage 1 without SIMD finds in whole characters, and whether they are valid.
private struct Drawn {
  var tokens: [UInt32]
  let endsInString: Bool
  let isSound: Bool

  init(_ bytes: ArraySlice<UInt8>) {
    let bytes = Array(bytes)
    tokens = [UInt32](repeating: .max, count: bytes.count)
    let found = unsafe csj_stage1_portable(bytes, UInt64(bytes.count), &tokens)
    tokens.removeLast(bytes.count - Int(found.count))
    endsInString = found.ends_in_string
    isSound =
      !found.has_control_in_string && String(validating: bytes, as: UTF8.self) != nil
  }
}

@Suite("Sluice's own stage 1", .serialized)
struct StageOneTests {
  /// It belongs to two kernels; under another there is nothing to compare. Evaluated while a test runs, when the kernel
  /// is settled.
  static var isThere: Bool {
    let kernel = unsafe String(cString: csj_kernel_active())
    let isThere = kernel == "icelake" || kernel == "haswell"
    if !isThere { print("skipped: the kernel \(kernel) has no stage 1 of ours") }
    return isThere
  }

  /// Compares our forms with simdjson's, on texts that a body makes of random numbers.
  private func compare(_ rounds: Int, _ make: (inout SeededGenerator) -> [UInt8]) throws {
    guard Self.isThere else { return }
    let own = [try Engine(CSJ_WINDOW), try Engine(CSJ_DOCUMENT)]
    let simdjson = try Engine(CSJ_REGULAR)
    let seed = UInt64.random(in: 1...999_999)
    print("StageOneTests: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    var (differing, accepted, hasMore) = (0, 0, false)
    for _ in 0..<rounds {
      let bytes =
        make(&generator) + (0..<64).map { _ in .random(in: 0...255, using: &generator) }
      let wanted = simdjson.say(bytes, hasMore: &hasMore)
      for own in own where own.say(bytes, hasMore: &hasMore) != wanted {
        differing += 1
        if differing <= 3 { Issue.record("\(own.mode) \(bytes.dropLast(64))") }
      }
      if wanted.status == CSJ_OK.rawValue { accepted += 1 }
    }
    #expect(differing == 0)
    #expect(accepted > 0 && accepted < rounds)
    #expect(hasMore)
  }

  @Test(
    "gives the same result as simdjson's for any bytes",
    arguments: [
      #"\"{}[]:, \#n\#t1a"#, #"\\\""x"#, #"{"a":1,"b":[true,null]}\#n "#,
      "\"\u{e9}\u{1f600}\u{7ff}\u{800}\u{ffff} \\\n\u{1a}\u{0c}\u{01}{",
      "\u{0}\u{1}\u{8}\u{9}\u{b}\u{1f} \u{7f}\"{}",
    ])
  func differential(alphabet: String) throws {
    let letters = Array(alphabet.utf8)
    try compare(Rounds.count(1000, long: 4000)) { generator in
      var bytes = (0..<Int.random(in: 1...300, using: &generator)).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &generator)]
      }
      // Random bytes are rarely valid, so invalid UTF-8 is often repaired, and strings are closed.
      if Bool.random(using: &generator) {
        bytes = Array(String(decoding: bytes, as: UTF8.self).utf8)
      }
      if Bool.random(using: &generator) { bytes.append(0x22) }
      if Int.random(in: 0..<8, using: &generator) == 0 {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0...255, using: &generator)
      }
      return bytes
    }
  }

  @Test("gives the same result as simdjson's where characters cross blocks and runs of them")
  func runs() throws {
    let pieces: [[UInt8]] = [
      [0xC3, 0xA9], [0xE2, 0x82, 0xAC], [0xF0, 0x9F, 0x98, 0x80], [0xC3], [0xE2, 0x82],
      [0xF0, 0x9F, 0x98], [0xA9], [0x5C, 0x22], [0x22], [0x0A],
    ]
    // With AVX2, 32 blocks of 64 bytes are a run.
    let (block, run) = (64, 2048)
    try compare(Rounds.count(700, long: 2000)) { generator in
      var bytes = Array(#"{"a":1,"b":"c"} "#.utf8)
      while bytes.count < 2 * run + 100 { bytes += bytes }
      for _ in 0..<Int.random(in: 1...4, using: &generator) {
        let border = Bool.random(using: &generator) ? run : block
        let place = border * Int.random(in: 1...2, using: &generator)
        let start = place - Int.random(in: 0...4, using: &generator)
        let piece = pieces[Int.random(in: 0..<pieces.count, using: &generator)]
        bytes.replaceSubrange(start..<start + piece.count, with: piece)
      }
      let end = run * Int.random(in: 1...2, using: &generator)
      bytes.removeLast(bytes.count - end - Int.random(in: -4...4, using: &generator))
      return bytes
    }
  }

  @Test(
    "the version without SIMD finds the same tokens as the SIMD kernels in any bytes",
    arguments: [
      #"\"{}[]:, \#n\#t1a"#, #"\\""x"#, #"{"a":1,"b":[true,null]}\#n "#, "\u{1a}\u{0c}\u{01}{\"a ",
    ])
  func portable(alphabet: String) throws {
    guard unsafe String(cString: csj_kernel_active()) != "fallback" else {
      print("skipped: under the kernel fallback there is no other to compare with")
      return
    }
    let simd = try Engine(CSJ_REGULAR)
    let seed = UInt64.random(in: 1...999_999)
    print("StageOneTests: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let letters = Array(alphabet.utf8)
    var (differing, accepted, hasMore) = (0, 0, false)
    for _ in 0..<4000 {
      let count = Int.random(in: 1...300, using: &generator)
      let bytes = (0..<count + 64).map { _ in
        letters[Int.random(in: 0..<letters.count, using: &generator)]
      }
      var tokens = [UInt32](repeating: .max, count: count + 2)
      let found = unsafe csj_stage1_portable(bytes, UInt64(count), &tokens)
      tokens[Int(found.count)] = UInt32(count)
      tokens[Int(found.count) + 1] = UInt32(count)
      let status =
        found.ends_in_string
        ? CSJ_UNCLOSED_STRING
        : found.has_control_in_string
          ? CSJ_CONTROL_IN_STRING : found.count == 0 ? CSJ_EMPTY : CSJ_OK
      let isFine = status == CSJ_OK
      let own = Said(
        status: status.rawValue, tokens: isFine ? Array(tokens[..<(Int(found.count) + 2)]) : [])
      if own != simd.say(bytes, hasMore: &hasMore) {
        differing += 1
        if differing <= 3 { Issue.record("\(bytes.dropLast(64))") }
      }
      if isFine { accepted += 1 }
    }
    #expect(differing == 0)
    #expect(accepted > 0 && accepted < 4000)
  }

  @Test(
    "finds the same tokens as the version without SIMD in windows that are cut anywhere",
    arguments: [
      #"\"{}[]:, \#n\#t1a"#, #"\\""x"#, #"{"a":1,"b":[true,null]}\#n "#,
      "\u{e9}\u{1f600}\u{800}{\"a ",
    ])
  func cut(alphabet: String) throws {
    guard Self.isThere else { return }
    let engine = try Engine(CSJ_CUT)
    let seed = UInt64.random(in: 1...999_999)
    print("StageOneTests: seed \(seed)")
    var generator = SeededGenerator(seed: seed)
    let letters = Array(alphabet.unicodeScalars)
    var (differing, accepted, inStrings, faults) = (0, 0, 0, 0)
    for _ in 0..<4000 {
      var text = String.UnicodeScalarView()
      for _ in 0..<Int.random(in: 2...300, using: &generator) {
        text.append(letters[Int.random(in: 0..<letters.count, using: &generator)])
      }
      var bytes = Array(String(text).utf8)
      if Int.random(in: 0..<8, using: &generator) == 0 {
        bytes[Int.random(in: 0..<bytes.count, using: &generator)] = .random(
          in: 0x80...0xFF, using: &generator)
      }
      let length = bytes.count - 1
      // Nothing after the last whole character is read.
      let whole = unsafe csj_whole_characters(bytes, length)
      let wanted = Drawn(bytes[..<whole])
      faults += wanted.isSound ? 0 : 1
      bytes.append(contentsOf: repeatElement(0x80, count: 64))

      var cut = unsafe csj_structurals()
      let status = unsafe csj_stage1(engine.engine, bytes, UInt64(length), CSJ_CUT, &cut)
      if wanted.isSound && wanted.tokens.count >= 2 {
        accepted += 1
        let said = unsafe UnsafeBufferPointer(start: cut.tokens, count: Int(cut.count) + 1)
        // All but the last, where the next window begins.
        unsafe differing += status == CSJ_OK && Array(said) == wanted.tokens ? 0 : 1
      } else {
        differing += status == CSJ_OK ? 1 : 0
      }
      var window = unsafe csj_window()
      let verdict = unsafe bytes.withUnsafeMutableBufferPointer {
        unsafe csj_stage1_window(engine.engine, $0.baseAddress!, UInt64(whole), &window)
      }
      if wanted.isSound {
        unsafe inStrings += window.ends_in_string ? 1 : 0
        let said = unsafe UnsafeBufferPointer(start: window.tokens, count: Int(window.count))
        let isSame =
          unsafe Array(said) == wanted.tokens && window.ends_in_string == wanted.endsInString
        differing += verdict == CSJ_OK && isSame ? 0 : 1
      } else {
        differing += verdict == CSJ_OK ? 1 : 0
      }
    }
    #expect(differing == 0, "seed \(seed)")
    #expect(accepted > 0 && inStrings > 0 && faults > 0)
  }

  @Test(
    "checks each character of two to four bytes, whole, cut and wrong, at each position of a block")
  func characters() throws {
    guard Self.isThere else { return }
    let own = try Engine(CSJ_DOCUMENT)
    let simdjson = try Engine(CSJ_REGULAR)
    let starts: [UInt8] = [0x7F, 0x80, 0xC0, 0xC1, 0xC2, 0xDF, 0xE0, 0xE1, 0xED, 0xEF, 0xF0, 0xF1]
    let nexts: [UInt8] = [0x22, 0x7F, 0x80, 0x8F, 0x90, 0x9F, 0xA0, 0xBF, 0xC2, 0xF4]
    var (differing, hasMore) = (0, false)
    for start in starts + [0xF4, 0xF5, 0xFF] {
      for next in nexts {
        for length in 1...4 {
          for place in 58..<66 {
            var bytes = [UInt8](repeating: 0x61, count: 130)
            bytes[0] = 0x22
            bytes[129] = 0x22
            bytes[place] = start
            if length > 1 { bytes[place + 1] = next }
            for i in stride(from: 2, to: length, by: 1) { bytes[place + i] = 0x80 }
            // The window ends inside the string, right after it, and with it.
            for size in [130, place + length, place + length + 1] {
              var window = Array(bytes[..<size])
              if size != 130 { window[size - 1] = 0x22 }
              window.append(contentsOf: repeatElement(0x80, count: 64))
              if own.say(window, hasMore: &hasMore) != simdjson.say(window, hasMore: &hasMore) {
                differing += 1
                if differing <= 3 { Issue.record("\(window.dropLast(64))") }
              }
            }
          }
        }
      }
    }
    #expect(differing == 0)
    #expect(hasMore)
  }
}
