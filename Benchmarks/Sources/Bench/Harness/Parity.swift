import Foundation
import Results

/// Whether the C++ contenders are as fast in here as the same sources built alone with `c++ -O3
/// -march=native -DNDEBUG`: times each in both places in turn, several times.
struct Parity {
  /// The program made from Parity/main.cpp and the contenders.
  let program: String
  var turns = 7

  /// Prints a line for each contender of the workload: both medians and their ratio. Above 1, the one in
  /// here is faster.
  func compare(_ workload: Workload) throws {
    let file = FileManager.default.temporaryDirectory
      .appendingPathComponent("sluice-parity-\(ProcessInfo.processInfo.processIdentifier)")
    defer { try? FileManager.default.removeItem(at: file) }
    var written: Documents?
    for case let contender as CppContender in workload.contenders {
      if written !== contender.documents {
        try contender.documents.file.write(to: file)
        written = contender.documents
      }
      let alone = contender.documents.all.count > 1 ? "lines" : "whole"
      var here: [Double] = []
      var there: [Double] = []
      for _ in 0..<turns {
        here.append(try time(contender))
        there.append(try timeAlone(contender.registered, file.path, alone))
      }
      let ratio = median(there) / median(here)
      print(
        "parity \(workload.name) \(contender.name) in benchmark \(micro(median(here)))"
          + " alone \(micro(median(there))) ratio \(String(format: "%.3f", ratio))"
          + (ratio < 0.95 ? " OUTSIDE 5%" : ""))
      fflush(nil)
    }
  }

  private func time(_ contender: CppContender) throws -> Double {
    let runner = Runner(rounds: 9)
    let workload = Workload(
      name: "", input: InputReport(name: "", bytes: 0, sha256: ""), records: 1, recordName: "",
      contenders: [contender], counted: [])
    guard let measured = runner.run(workload)[contender.name] else {
      throw Unavailable(description: "\(contender.registered) failed")
    }
    return measured.median
  }

  private func timeAlone(_ name: String, _ path: String, _ mode: String) throws -> Double {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: program)
    process.arguments = [name, path, mode]
    let pipe = Pipe()
    process.standardOutput = pipe
    try process.run()
    let output = String(decoding: pipe.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0, let seconds = output.split(separator: " ").first,
      let seconds = Double(seconds)
    else { throw Unavailable(description: "\(program) \(name) failed") }
    return seconds
  }

  private func micro(_ seconds: Double) -> String { String(format: "%.2f µs", seconds * 1e6) }
}
