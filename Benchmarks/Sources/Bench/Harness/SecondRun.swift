import CContenders
import Foundation
import Results

/// The same run again in a process of its own, in which simdjson and Sluice use another kernel. So a report
/// shows the results of CPUs that have no better one. It is short, and external programs take no part:
/// except for pysimdjson, they don't have simdjson's kernels.
struct SecondRun {
  static let rounds = 9
  static let roundSeconds = 0.005
  static let warmUpSeconds = 0.020
  static let slow = (seconds: 0.020, rounds: 5)

  let kernel: String
  /// The C++ contenders, compiled for that kernel by Swift's clang.
  let linked: String
  /// Those of this run.
  let arguments: [String]

  /// Nil: this CPU has no better kernel, and the run used that one.
  func run() throws -> Report? {
    guard String(cString: bench_active_kernel()) != kernel else { return nil }
    let folder = try ScratchFolder()
    let json = "\(folder.path)/report.json"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: "/proc/self/exe").resolvingSymlinksInPath()
    process.arguments = options + ["--linked", linked, "--again", "--json", json]
    process.environment = ProcessInfo.processInfo.environment.merging(
      ["SIMDJSON_FORCE_IMPLEMENTATION": kernel]) { $1 }
    process.standardOutput = FileHandle.nullDevice
    let errors = Pipe()
    process.standardError = errors
    try process.run()
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard FileManager.default.fileExists(atPath: json) else {
      throw Unavailable(
        description: "it ended with \(process.terminationStatus): \(complaint.prefix(200))")
    }
    let report = try Report(contentsOf: json)
    guard report.machine.activeKernel == kernel else {
      throw Unavailable(description: "simdjson used \(report.machine.activeKernel) instead")
    }
    return report
  }

  /// The options of this run that also apply to the second one, with its own builds.
  private var options: [String] {
    var options: [String] = []
    var rest = arguments[...]
    while let option = rest.popFirst() {
      switch option {
      case "--second", "--externals": rest.removeFirst(2)
      case "--json", "--rounds": rest.removeFirst()
      case "--quick": break
      case "--library", "--newest": options += [option, twin(of: rest.removeFirst())]
      case "--importer": options += [option, rest.removeFirst(), twin(of: rest.removeFirst())]
      default: options.append(option)
      }
    }
    return options
  }

  /// `contenders.so` becomes `contenders-haswell.so` there.
  private func twin(of path: String) -> String {
    path.hasSuffix(".so") ? "\(path.dropLast(3))-\(kernel).so" : "\(path)-\(kernel)"
  }
}
