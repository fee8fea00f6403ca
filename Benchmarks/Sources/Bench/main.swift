import Foundation
import Results

/// Prints at once, even into a pipe, because a run takes minutes.
func show(_ text: String) {
  print(text)
  fflush(nil)
}

/// Set by Ctrl-C: the current workload is finished, later ones are left out, and the results so far are
/// reported.
nonisolated(unsafe) var interruptions: sig_atomic_t = 0
signal(SIGINT) { _ in interruptions += 1 }

do {
  let settings = try Settings(Array(CommandLine.arguments.dropFirst()))
  if settings.isPlanted { exit(try PlantedFaults.areRefused(settings) ? 0 : 1) }
  if settings.isGrowth {
    try GrowthRun.run(settings, large: settings.isLarge)
    exit(0)
  }
  var report = Report(
    machine: Machine(settings), rounds: settings.runner.rounds,
    roundSeconds: settings.runner.roundSeconds)
  show(report.machine.lines.joined(separator: "\n") + "\n")
  report.skipped["external programs"] = settings.noExternals
  for (name, make) in Workloads.all(settings) where settings.wants(name) {
    guard interruptions == 0 else {
      report.skipped[name] = "the run was interrupted"
      continue
    }
    do {
      let workload = try make(settings)
      if let inputs = settings.inputs {
        let read = workload.contenders.lazy.compactMap { ($0 as? CppContender)?.documents }
        guard let documents = workload.documents ?? read.first else {
          throw Unavailable(description: "its input is no document in memory")
        }
        try documents.file.write(to: URL(fileURLWithPath: "\(inputs)/\(name)"))
        continue
      }
      if let counted = settings.counted {
        try counted.run(workload)
        continue
      }
      if let parity = settings.parity {
        try parity.compare(workload)
        continue
      }
      if settings.countsOnly {
        report.workloads.append(settings.runner.countOnly(workload))
        continue
      }
      let result = settings.runner.run(workload)
      report.workloads.append(result)
      show(Report.table(result) + "\n")
    } catch {
      report.skipped[name] = "\(error)"
      show("\(name): did not run: \(error)\n")
    }
  }
  if settings.parity != nil || settings.inputs != nil || settings.counted != nil { exit(0) }
  if interruptions == 0, settings.file == nil, !settings.isSecond, !settings.countsOnly,
    settings.wants("footprint")
  {
    do {
      report.footprint = try settings.footprint().lines()
      show(report.footprint.map(\.text).joined(separator: "\n") + "\n")
    } catch {
      report.skipped["footprint"] = "\(error)"
    }
  }
  if let reason = EventCount.noInstructions {
    report.notes = ["Instructions are not counted: perf_event_open says \"\(reason)\"."]
  }
  if settings.file == nil, !settings.countsOnly { report.settleTargets() }
  if let second = settings.second {
    let name = "all again with the kernel \(second.kernel)"
    do {
      guard interruptions == 0 else {
        throw Unavailable(description: "the run was interrupted")
      }
      show("\(name), \(SecondRun.rounds) rounds\n")
      if let again = try second.run() {
        report.otherKernels = [again]
      } else {
        report.notes =
          (report.notes ?? []) + [
            "This CPU has no better kernel than \(second.kernel): all ratios are those with it."
          ]
      }
    } catch {
      report.skipped[name] = "\(error)"
    }
  }
  if let json = settings.json { try report.write(to: json) }
  if settings.countsOnly {
    // `Pages --check` turns this into a table.
    for (name, reason) in report.skipped.sorted(by: { $0.key < $1.key }) {
      show("did not run: \(name): \(reason)")
    }
  } else {
    show(report.closing)
  }
  // None of the requested workloads ran.
  if report.workloads.isEmpty, report.footprint.isEmpty { exit(2) }
} catch {
  FileHandle.standardError.write(Data("bench: \(error)\n".utf8))
  exit(2)
}
