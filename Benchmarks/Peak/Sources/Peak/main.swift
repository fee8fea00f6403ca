// Peak CORPUS NAME sluice|foundation [TIMES]: decodes once, and prints by how many KiB the process grew at the most;
// with TIMES, decodes as often and prints nothing, for a profiler.
import Foundation

/// A figure of the process in KiB, such as VmHWM.
func kibibytes(_ name: String) throws -> Int {
  let status = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
  let line = status.split(separator: "\n").first { $0.hasPrefix(name) }
  return line?.split(whereSeparator: \.isWhitespace).dropFirst().first.flatMap { Int($0) } ?? 0
}

let arguments = CommandLine.arguments
guard arguments.count >= 4, let work = Work.all.first(where: { $0.name == arguments[2] }) else {
  print(Work.all.map(\.name).joined(separator: "\n"))
  exit(2)
}
let decode = try (arguments[3] == "sluice" ? work.sluice : work.foundation)(arguments[1])
if arguments.count > 4 {
  for _ in 0..<(Int(arguments[4]) ?? 1) { _ = try decode() }
  exit(0)
}
// Loads all code that there is, which would count otherwise.
guard mlockall(Int32(MCL_CURRENT)) == 0, munlockall() == 0 else {
  print("mlockall: \(String(cString: strerror(errno))); raise ulimit -l")
  exit(1)
}
// Forgets the peak so far.
try Data("5".utf8).write(to: URL(fileURLWithPath: "/proc/self/clear_refs"))
let before = try kibibytes("VmRSS")
let value = try decode()
let peak = try kibibytes("VmHWM") - before
let after = try kibibytes("VmRSS") - before
print(peak, after)
withExtendedLifetime(value) {}
