import Foundation

/// Prints now, into a pipe too: a run takes minutes.
func show(_ text: String) {
  print(text)
  fflush(nil)
}

do {
  let settings = try Settings(Array(CommandLine.arguments.dropFirst()))
  var report = Report(
    machine: Machine(settings.libraries), rounds: settings.runner.rounds,
    roundSeconds: settings.runner.roundSeconds)
  show(report.machine.lines.joined(separator: "\n") + "\n")
  for (name, make) in Workloads.all where settings.wants(name) {
    do {
      let workload = try make(settings)
      if let inputs = settings.inputs {
        let documents = workload.contenders.lazy.compactMap { ($0 as? CppContender)?.documents }
        try documents.first?.file.write(to: URL(fileURLWithPath: "\(inputs)/\(name)"))
        continue
      }
      if let parity = settings.parity {
        try parity.compare(workload)
        continue
      }
      let result = settings.runner.run(workload)
      report.workloads.append(result)
      show(Report.table(result, workload) + "\n")
    } catch {
      report.skipped[name] = "\(error)"
      show("\(name): did not run: \(error)\n")
    }
  }
  if settings.parity != nil || settings.inputs != nil { exit(0) }
  report.settleTargets()
  if let json = settings.json { try report.write(to: json) }
  show(report.closing)
} catch {
  FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
  exit(2)
}
