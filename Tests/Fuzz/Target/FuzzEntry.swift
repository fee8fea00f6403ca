// The entry of libFuzzer: one input, many uses. Whatever the bytes are, nothing may trap, read outside its
// memory, or answer differently by another way. A difference is a fatal error: the fuzzer keeps the input.
import ConformanceSuite
import Sluice

@_cdecl("LLVMFuzzerTestOneInput")
public func fuzz(_ data: UnsafePointer<UInt8>?, _ size: Int) -> CInt {
  guard let data, size >= 2 else { return 0 }
  let input = UnsafeBufferPointer(start: data, count: size)
  // The first byte says how; the second how many of the last bytes drive the navigation.
  let steering = min(Int(input[1]), size - 2)
  let document = Array(input[2..<size - steering])
  let steps = Array(input[(size - steering)...])

  FuzzReader.run(document, fill: input[0])
  FuzzCursor.run(document, steps: steps, control: input[0])
  FuzzPlan.run(document)
  FuzzRules.run(document)
  FuzzSearch.run(document)
  FuzzFeed.run(document, control: input[0])
  FuzzTokenizer.run(document, control: input[0])
  #if PLANTED
    FuzzPlanted.run(document)
  #endif
  return 0
}

/// Says what disagreed.
func disagreement(_ what: String, _ document: [UInt8]) -> Never {
  fatalError("\(what): \(String(decoding: document, as: UTF8.self).debugDescription)")
}
