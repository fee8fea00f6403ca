import CContenders
import Foundation
import Results

extension Machine {
  /// This machine, and the tools that built the contenders.
  init(_ settings: Settings) {
    self.init()
    let builds = settings.libraries
    let environment = ProcessInfo.processInfo.environment
    cores = ProcessInfo.processInfo.activeProcessorCount
    swift = environment["SLUICE_BENCH_SWIFT"] ?? "unknown"
    commit = environment["SLUICE_BENCH_COMMIT"] ?? "unknown"
    simdjson = String(cString: bench_simdjson_version())
    activeKernel = String(cString: bench_active_kernel())
    inlinedKernel = builds.first?.inlinedKernel ?? "nothing"
    contenderCompilers = builds.map {
      "\($0.suffix.isEmpty ? "linked" : $0.suffix): \($0.compiler)"
    }
    contenderFlags = "-O3 -DNDEBUG -DSIMDJSON_DEVELOPMENT_CHECKS=0"
    swiftFlags = "-c release"
    libraries =
      LibraryVersion.all.map(\.line) + (settings.externals?.programs.map(\.line) ?? [])
    date = ISO8601DateFormatter().string(from: Date())
    if let text = try? String(contentsOfFile: "/proc/cpuinfo", encoding: .utf8),
      let line = text.split(separator: "\n").first(where: { $0.hasPrefix("model name") })
    {
      cpu = String(line.drop { $0 != ":" }.dropFirst(2))
    }
    if let text = try? String(contentsOfFile: "/proc/version", encoding: .utf8) {
      system = text.split(separator: " ").prefix(3).joined(separator: " ")
    }
  }
}
