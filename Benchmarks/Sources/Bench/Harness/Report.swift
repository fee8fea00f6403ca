import Results

/// The report as text.
extension Report {
  /// The table of one workload.
  static func table(_ result: WorkloadResult) -> String {
    var lines = [
      "\(result.workload): \(result.input.name), \(result.input.bytes) bytes, "
        + "\(result.records) \(result.recordName)"
        + (result.input.seed.map { ", seed \($0)" } ?? ""),
      "  sha256 \(result.input.sha256)",
      "  " + row("contender", "median µs", "best µs", "MB/s", "ns/record", "ratio"),
    ]
    for one in result.measurements {
      if let failure = one.failure {
        lines.append("  " + pad(one.contender, 28) + "FAILED: \(failure)")
        continue
      }
      let ratio = result.ratio(of: one.contender)
      lines.append(
        "  "
          + row(
            one.contender, Figures.fixed(one.median * 1e6, 2), Figures.fixed(one.best * 1e6, 2),
            Figures.fixed(Double(result.input.bytes) / one.median / 1e6, 0),
            Figures.fixed(one.median * 1e9 / Double(result.records), 1),
            ratio.map { Figures.ratio($0.ratio) } ?? "")
          + (one.contender == result.base ? "" : "  " + Figures.interval(ratio?.interval))
          + (one.startUp.map {
            "  start-up \(Figures.seconds($0)), with it \(Figures.seconds($0 + one.median))"
          } ?? ""))
    }
    for one in result.measurements {
      guard let count = one.allocations else { continue }
      lines.append(
        "allocations \(result.workload).\(one.contender) \(count) per \(result.records) "
          + result.recordName)
    }
    return lines.joined(separator: "\n")
  }

  mutating func settleTargets() { targets = Target.all.map { $0.result(in: workloads) } }

  /// The ratios by bests and the intervals, followed by a line for each target.
  var closing: String {
    var lines: [String] = []
    if !kernels.isEmpty {
      lines.append(
        "ratios of contenders, here and with the kernel \(kernels.joined(separator: ", ")):")
      for workload in workloads {
        for one in workload.measurements where one.contender != workload.base {
          guard let ratio = workload.ratio(of: one.contender) else { continue }
          let others = otherRatios(of: one.contender, in: workload.workload)
          lines.append(
            "  \(pad("\(workload.workload) \(one.contender)", 56))"
              + pad(Figures.ratio(ratio.ratio), 8)
              + others.map { pad($0.ratio.map(Figures.ratio) ?? "–", 8) }.joined())
        }
      }
    }
    if !targets.isEmpty {
      lines.append(
        "ratios of bests, and 95 % intervals of the ratios of medians"
          + kernels.map { "; ratios with \($0)" }.joined() + ":")
    }
    for target in targets {
      lines.append(
        "  \(pad(target.name, 30))"
          + "\(pad(target.ratioOfBests.map { Figures.fixed($0, 3) } ?? "missing", 10))"
          + pad(Figures.interval(target.interval), 18)
          + otherRatios(ofTarget: target.name).map {
            pad($0.ratio.map { Figures.fixed($0, 3) } ?? "missing", 10)
              + Figures.interval($0.interval)
          }.joined())
    }
    for target in targets where target.parts.contains(where: { $0.ratio != nil }) {
      lines.append("ratios that \(target.name) is made of:")
      for part in target.parts {
        lines.append(
          "  \(pad(part.workload, 28))\(part.ratio.map { Figures.fixed($0, 3) } ?? "missing")")
      }
    }
    lines += notes ?? []
    for (name, reason) in skipped.sorted(by: { $0.key < $1.key }) {
      lines.append("did not run: \(name): \(reason)")
    }
    for target in targets {
      let ratio = target.ratio.map { Figures.fixed($0, 3) } ?? "missing"
      lines.append("target \(target.name) \(ratio) \(Figures.bar(target.bar))")
    }
    return lines.joined(separator: "\n")
  }
}

private func row(_ name: String, _ columns: String...) -> String {
  pad(name, 28) + columns.map { String(repeating: " ", count: max(1, 12 - $0.count)) + $0 }.joined()
}

private func pad(_ text: String, _ width: Int) -> String {
  text + String(repeating: " ", count: max(1, width - text.count))
}
