import Foundation
import TestSupport
import Testing

/// Beside CPU time (``GrowthTests``): counts, which do not depend on the machine, and show copies that are too quick to
/// be seen in times.
@Suite("Growth of allocations")
struct CountedAllocationTests {
  @Test(
    "four times the input asks for at most six times the memory, in at most six times as many pieces",
    .enabled(if: CountedAllocations.reason == nil, "\(CountedAllocations.reason ?? "")"))
  func growth() throws {
    let counted = try CountedAllocations.ofRows()
    #expect(counted.map(\.row) == GrowthRow.chosen.map(\.name))
    for growth in counted {
      if ProcessInfo.processInfo.environment["SLUICE_GROWTH_TABLE"] != nil {
        print(growth.tableRow)
      }
      #expect(grows(growth.small.allocations, growth.large.allocations, few: 64), "\(growth)")
      #expect(grows(growth.small.bytes, growth.large.bytes, few: 16 << 10), "\(growth)")
    }
  }

  /// A small cost counts as `few`: arrays begin with a few elements, and double.
  private func grows(_ small: UInt64, _ large: UInt64, few: UInt64) -> Bool {
    Double(large) <= GrowthRow.most * Double(max(small, few))
  }

  @Test(
    "the rows are counted, for the test above",
    .enabled(if: CountedAllocations.areCounted, "it starts this one"))
  func count() throws {
    let path = try #require(ProcessInfo.processInfo.environment[CountedAllocations.variable])
    let counted = try GrowthRow.chosen.map(CountedAllocations.growth)
    try JSONEncoder().encode(counted).write(to: URL(filePath: path))
  }
}
