/// Callgrind counts the instructions between entering and leaving this function, which it knows by its name.
@inline(never)
func countedPasses(_ contender: any Contender, _ passes: Int) throws -> Tally {
  try contender.run(passes: passes)
}

/// Runs Sluice's contender of a workload under an instruction counter. No other takes part: what is compiled for AVX-512
/// can't run in valgrind.
struct InstructionCount {
  let passes: Int

  func run(_ workload: Workload) throws {
    guard let ours = workload.contenders.first(where: { $0.name == "sluice" }) else { return }
    // Buffers grow in the first pass.
    _ = try ours.run(passes: 1)
    _ = try countedPasses(ours, passes)
    print("counted \(workload.name) \(passes) passes of \(workload.records) \(workload.recordName)")
  }
}
