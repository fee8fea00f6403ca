// Runs the conformance suite once for each SIMD kernel, each in its own process: the kernel is chosen for a whole
// process.
import ConformanceSuite
import Foundation

/// Damaged documents per kernel.
let mutations = 200_000
let seed: UInt64 = 20_251_120

func run(_ kernel: String, _ corpus: Corpus) throws -> Int32 {
  guard Kernel.select(kernel), Kernel.active == kernel else {
    print("kernel \(kernel): could not be chosen")
    return 1
  }
  let files = try corpus.files("", endings: [".json", ".ndjson", ".txt"]).count
  let outcomes = try Conformance.all(corpus, mutations: mutations, seed: seed)
  for outcome in outcomes {
    print("  \(outcome.name): \(outcome.passes) of \(outcome.cases)")
    if !outcome.note.isEmpty { print("    \(outcome.note)") }
    for failure in outcome.failures.prefix(10) { print("    FAILED \(failure)") }
  }
  let cases = outcomes.reduce(0) { $0 + $1.cases }
  let passes = outcomes.reduce(0) { $0 + $1.passes }
  print("kernel \(kernel): \(files) files, \(cases) checks, \(passes) passed")
  return passes == cases && cases > 0 ? 0 : 1
}

guard let corpus = Corpus.current else {
  print("conformance: skipped, \(Corpus.reasonForSkipping)")
  exit(0)
}
if let kernel = CommandLine.arguments.dropFirst().first {
  exit(try run(kernel, corpus))
}

/// The notes, which must be the same under every kernel.
func notes(_ output: String) -> [Substring] {
  output.split(separator: "\n").filter { $0.hasPrefix("    ") && !$0.hasPrefix("    FAILED") }
}

var code: Int32 = 0
var first: (kernel: String, notes: [Substring])?
for kernel in Kernel.all {
  guard Kernel.isSupported(kernel) else {
    print("kernel \(kernel): not run, this CPU lacks it")
    continue
  }
  let process = Process()
  process.executableURL = Bundle.main.executableURL
  process.arguments = [kernel]
  let pipe = Pipe()
  process.standardOutput = pipe
  try process.run()
  let output = String(decoding: try pipe.fileHandleForReading.readToEnd() ?? Data(), as: UTF8.self)
  process.waitUntilExit()
  print(output, terminator: "")
  if process.terminationReason != .exit || process.terminationStatus != 0 {
    print("kernel \(kernel): FAILED")
    code = 1
  }
  if let first, first.notes != notes(output) {
    print("kernel \(kernel): FAILED, other errors than under \(first.kernel)")
    code = 1
  }
  first = first ?? (kernel, notes(output))
}
exit(code)
