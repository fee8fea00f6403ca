import Sluice
import SluiceFeed
import SluiceSystem

/// Numbers that are missing in the names of a chain's files.
extension ChainSearch {
  /// Numbers that are missing between the checkpoint's generation and the one at the path.
  func gaps(from own: Int?, _ candidates: [Int]) -> [LogChain.Gap] {
    gapsInNumbers(from: own, candidates) + gapsInTargets(from: own)
  }

  private func gapsInNumbers(from own: Int?, _ candidates: [Int]) -> [LogChain.Gap] {
    let scheme = RotatedName.Scheme.suffix(.number)
    let unread = candidates.filter { self.scheme($0) == scheme && $0 != own }
    guard let direction = direction(of: unread, scheme, after: own) else { return [] }
    let names = inspected.others.filter { $0.name?.scheme == scheme }
    let paths = Dictionary(
      names.compactMap { entry in entry.name?.number.map { ($0, entry.path) } },
      uniquingKeysWith: { first, _ in first })
    let first = own.flatMap { self.scheme($0) == scheme ? files[$0].entry.name?.number : nil }
    let numbers = unread.compactMap { files[$0].entry.name?.number } + (first.map { [$0] } ?? [])
    guard let highest = numbers.max(), highest < 100_000, let lowest = numbers.min() else {
      return []
    }
    let missing =
      direction
      ? (lowest...highest).filter { paths[$0] == nil }
      : (1...max(highest, 1)).filter { $0 < highest && paths[$0] == nil }
    guard let low = missing.first, let high = missing.last else { return [] }
    let above = paths.keys.filter { $0 > high }.min().flatMap { paths[$0] } ?? place.path
    let below = paths.keys.filter { $0 < low }.max().flatMap { paths[$0] } ?? place.path
    return [
      LogChain.Gap(
        before: direction ? below : above, after: direction ? above : below,
        reason: "no file has \(low == high ? "the number \(low)" : "the numbers \(low) to \(high)")"
      )
    ]
  }

  private func gapsInTargets(from own: Int?) -> [LogChain.Gap] {
    guard let own, let first = files[own].entry.name?.target?.number,
      let last = inspected.places.currentName?.target?.number, last > first, last - first < 100_000
    else { return [] }
    let present = Set(inspected.others.compactMap { $0.name?.target?.number })
    guard let missing = (first + 1..<last).first(where: { !present.contains($0) }) else {
      return []
    }
    return [
      LogChain.Gap(
        before: files[own].entry.path, after: place.path,
        reason: "no file has the number \(missing)")
    ]
  }
}
