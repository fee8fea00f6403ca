/// Callgrind counts the instructions between entering and leaving this function, which it identifies by its
/// name.
@inline(never)
func countedPasses(_ contender: any Contender, _ passes: Int) throws -> Tally {
  try contender.run(passes: passes)
}

/// Runs one contender of a workload under an instruction counter, by default Sluice's. No other takes part,
/// because code compiled for AVX-512 can't run in valgrind.
struct InstructionCount {
  let passes: Int
  var contender = "sluice"

  func run(_ workload: Workload) throws {
    guard let ours = workload.contenders.first(where: { $0.name == contender }) else { return }
    // Buffers grow in the first pass.
    _ = try ours.run(passes: 1)
    _ = try countedPasses(ours, passes)
    let input = "\(workload.records) \(workload.recordName)"
    print("counted \(workload.name).\(contender) \(passes) passes of \(input)")
  }
}
