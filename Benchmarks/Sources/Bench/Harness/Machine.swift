import CContenders
import Foundation

/// Where and with what the benchmark ran.
struct Machine: Codable {
  var cpu = "unknown"
  var cores = ProcessInfo.processInfo.activeProcessorCount
  var system = "unknown"
  var swift = ProcessInfo.processInfo.environment["SLUICE_BENCH_SWIFT"] ?? "unknown"
  var commit = ProcessInfo.processInfo.environment["SLUICE_BENCH_COMMIT"] ?? "unknown"
  var simdjson = String(cString: bench_simdjson_version())
  var activeKernel = String(cString: bench_active_kernel())
  var inlinedKernel = String(cString: bench_inlined_kernel())
  /// Each build of the C++ contenders: the mark behind their names, and the compiler.
  var contenderCompilers: [String]
  var contenderFlags = "-O3 -march=native -DNDEBUG -DSIMDJSON_DEVELOPMENT_CHECKS=0"
  var swiftFlags = "-c release"
  var date = ISO8601DateFormatter().string(from: Date())

  init(_ libraries: [CppLibrary]) {
    contenderCompilers = libraries.map {
      "\($0.suffix.isEmpty ? "linked" : $0.suffix): \($0.compiler)"
    }
    if let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("model name") })
    {
      cpu = String(line.drop { $0 != ":" }.dropFirst(2))
    }
    if let text = try? String(contentsOfFile: "/proc/version", encoding: .utf8) {
      system = text.split(separator: " ").prefix(3).joined(separator: " ")
    }
  }

  var lines: [String] {
    [
      "date       \(date), commit \(commit)",
      "machine    \(cpu), \(cores) cores, \(system)",
      "swift      \(swift) \(swiftFlags)",
      "simdjson   \(simdjson), active kernel \(activeKernel), On-Demand compiled for \(inlinedKernel)",
    ] + contenderCompilers.map { "C++ \($0)" } + [
      "C++ flags  \(contenderFlags)",
      "cost       CPU time of the process; ratios are reference / ours, larger is better",
    ]
  }
}
