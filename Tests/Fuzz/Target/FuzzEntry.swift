// libFuzzer's entry point. For any bytes, nothing may trap, read outside its memory, or give different results by
// different ways. A difference is a fatal error: the fuzzer keeps the input.
#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// The part that receives an input. Each input goes to one part instead of all of them. So coverage shows which part a
/// change of the input affected, and the quick parts don't wait for the slow ones.
enum FuzzPart: UInt8, CaseIterable {
  case reader, cursor, plan, rules, search, feed, tokenizer, convert, reflection, edits, codable
  case members, columns, archives, encoder

  /// The part that `SLUICE_FUZZ_PART` names: the only one to run, whatever the input says.
  static let only: FuzzPart? = getenv("SLUICE_FUZZ_PART").map { name in
    guard let part = allCases.first(where: { "\($0)" == String(cString: name) }) else {
      fatalError("SLUICE_FUZZ_PART is \(String(cString: name)): expected one of \(allCases)")
    }
    return part
  }

  init(steering byte: UInt8) {
    self = FuzzPart.only ?? FuzzPart.allCases[Int(byte) % FuzzPart.allCases.count]
  }
}

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard let data, size >= 2 else { return 0 }
  let input = UnsafeBufferPointer(start: data, count: size)
  // The first byte selects the part, the second its variant; the rest is the document.
  let part = FuzzPart(steering: input[0])
  let control = input[1]
  let document = Array(input[2...])
  FuzzTally.count(part)

  switch part {
  case .reader:
    FuzzReader.run(document, fill: control)
    #if PLANTED
      FuzzPlanted.run(document)
    #endif
  case .cursor: FuzzCursor.run(document, control: control)
  case .plan: FuzzPlan.run(document)
  case .rules: FuzzRules.run(document)
  case .search: FuzzSearch.run(document)
  case .feed: FuzzFeed.run(document, control: control)
  case .tokenizer: FuzzTokenizer.run(document, control: control)
  case .convert: FuzzConvert.run(document)
  case .reflection: FuzzReflection.run(document)
  case .edits: FuzzEdits.run(document, control: control)
  case .codable: FuzzCodable.run(document, control: control)
  case .members: FuzzMembers.run(document, control: control)
  case .columns: FuzzColumns.run(document, control: control)
  case .archives: FuzzArchives.run(document, control: control)
  case .encoder: FuzzEncoder.run(document, control: control)
  }
  return 0
}

/// Counts how often each part ran, and prints it when the process ends: a part that never ran was not fuzzed.
enum FuzzTally {
  nonisolated(unsafe) private static var counts = [Int](
    repeating: 0, count: FuzzPart.allCases.count)
  private static let registered: Void = { atexit { FuzzTally.report() } }()

  static func count(_ part: FuzzPart) {
    _ = registered
    counts[Int(part.rawValue)] += 1
  }

  private static func report() {
    let parts = FuzzPart.allCases.map { "\($0) \(counts[Int($0.rawValue)])" }
    let line = "stat::parts: \(parts.joined(separator: ", "))\n"
    _ = line.withCString { write(2, $0, strlen($0)) }
  }
}

/// Reports what disagreed.
func disagreement(_ what: String, _ document: [UInt8]) -> Never {
  fatalError("\(what): \(String(decoding: document, as: UTF8.self).debugDescription)")
}
