import Foundation
import Sluice
import SluiceFeed
import TestSupport
import Testing

/// The law: what a feed delivers depends on its bytes, and not on how they come.
@Suite("Feeds cut anywhere")
struct CutTests {
  /// Compares a reading with that of one piece. Returns false where they differ.
  private static func check(
    _ found: CutReading, _ whole: CutReading, _ feed: CutFeed, _ how: String
  ) -> Bool {
    var found = found
    // How far a feed has come when it fails depends on how much it had read.
    if whole.failure != nil { found.delivered.counts = whole.delivered.counts }
    if found == whole { return true }
    let (first, other) = difference(whole, found)
    Issue.record("\(how), \(feed)\n  in one piece: \(first)\n  cut:          \(other)")
    return false
  }

  private static func difference(_ whole: CutReading, _ found: CutReading) -> (String, String) {
    let (items, others) = (whole.delivered.items, found.delivered.items)
    for (item, other) in zip(items, others) where item != other { return ("\(item)", "\(other)") }
    if items.count != others.count {
      return (
        "\(items.count) items \(items.dropFirst(others.count).first.map { "\($0)" } ?? "")",
        "\(others.count) items \(others.dropFirst(items.count).first.map { "\($0)" } ?? "")"
      )
    }
    return (
      "\(whole.delivered.counts) \(whole.delivered.position) \(whole.failure ?? "")",
      "\(found.delivered.counts) \(found.delivered.position) \(found.failure ?? "")"
    )
  }

  /// The seeds of a test's rounds: the same each time, or, with `SLUICE_CUTS`, many from that one on (0: any).
  private static func seeds(_ everyday: Int, long: Int) -> [UInt64] {
    let chosen = ProcessInfo.processInfo.environment["SLUICE_CUTS"].flatMap(UInt64.init)
    let first = chosen == 0 ? UInt64.random(in: 0...UInt64(UInt32.max)) : chosen ?? 0
    print("first seed \(first)")
    return (0..<UInt64(chosen == nil ? everyday : long)).map { first + $0 }
  }

  @Test("a short feed gives the same wherever it is cut once, and in single bytes")
  func cutOnce() async {
    for seed in Self.seeds(40, long: 6000) {
      let feed = CutFeed(seed: seed, size: 70)
      let whole = CutReading(feed.bytes, feed.options)
      for place in feed.bytes.indices {
        let found = await CutReading(Pieces(feed.bytes, cutAt: [place]), feed.options)
        guard Self.check(found, whole, feed, "cut at \(place)") else { break }
      }
      let single = await CutReading(
        Pieces(feed.bytes, cutAt: Array(feed.bytes.indices)), feed.options)
      _ = Self.check(single, whole, feed, "in single bytes")
    }
  }

  @Test("a very short feed gives the same wherever it is cut twice")
  func cutTwice() async {
    for seed in Self.seeds(10, long: 2000) {
      let feed = CutFeed(seed: seed, size: 20)
      guard feed.bytes.count < 120 else { continue }
      let whole = CutReading(feed.bytes, feed.options)
      cuts: for first in feed.bytes.indices {
        for second in first..<feed.bytes.count {
          let found = await CutReading(Pieces(feed.bytes, cutAt: [first, second]), feed.options)
          guard Self.check(found, whole, feed, "cut at \(first) and \(second)") else { break cuts }
        }
      }
    }
  }

  @Test("a long feed gives the same wherever it is cut", arguments: [2000, 20_000, 150_000])
  func cutAtRandom(size: Int) async {
    for seed in Self.seeds(max(30_000 / size, 1), long: 1_500_000 / size) {
      let feed = CutFeed(seed: seed, size: size)
      var random = SeededGenerator(seed: ~seed)
      let whole = CutReading(feed.bytes, feed.options)
      for largest in [3, 100, 5000, 70_000] {
        var places: [Int] = []
        var place = 0
        while place < feed.bytes.count {
          places.append(place)
          place += Int.random(in: 0...min(largest, size), using: &random)
          if places.count > 20_000 { break }
        }
        let found = await CutReading(Pieces(feed.bytes, cutAt: places), feed.options)
        guard Self.check(found, whole, feed, "pieces of up to \(largest)") else { break }
      }
    }
  }

  @Test("a feed gives the same in windows of any size, and on several threads")
  func windowsAndThreads() {
    for seed in Self.seeds(Rounds.count(80, long: 1000), long: 10_000) {
      let feed = CutFeed(seed: seed, size: [40, 200, 3000][Int(seed % 3)])
      let whole = CutReading(feed.bytes, feed.options)
      var options = feed.options
      for window in [16, 50, 1000, 1 << 20] {
        options.windowSize = window
        let found = CutReading(feed.bytes, options)
        guard Self.check(found, whole, feed, "in windows of \(window)") else { break }
      }
      for chunk in [16, 100, 512 << 10] {
        options = feed.options
        options.chunkSize = chunk
        let found = CutReading(inParallel: feed.bytes, options)
        guard Self.check(found, whole, feed, "on threads, in chunks of \(chunk)") else { break }
      }
    }
  }

  private struct Broken: Error {}

  /// Damage changes how later records are found; so a feed that resumes after it may differ.
  @Test("a connection that breaks anywhere loses nothing if it resumes from the feed's position")
  func resumed() async {
    for seed in Self.seeds(30, long: 2000) {
      var feed = CutFeed(seed: seed, size: 70)
      let framing = feed.options.framing
      let isKnown = framing != .auto && framing != .document
      let records = SoundFeed.records(feed.bytes, framing)
      guard isKnown, framing == .lines || records != nil else { continue }
      feed.options.leavesUnfinishedEnd = false
      let whole = CutReading(feed.bytes, feed.options)
      // A position after a bad value around the array doesn't say what surrounds it.
      let isAround = whole.delivered.bad.contains { bad in
        records?.contains { $0.lowerBound == Int(bad.offset) } == false
      }
      // How records lie on lines says whether one over the limit ends with its line; a resumed feed learns it anew.
      let isOverLines = whole.delivered.bad.contains {
        $0.code == "too-large" && $0.bytes.contains(0x0A)
      }
      if isAround || isOverLines { continue }
      for place in feed.bytes.indices {
        let start = await CutReading(
          Pieces(Array(feed.bytes[..<place]), cutAt: [], failure: Broken()), feed.options)
        guard start.failure == "\(Broken())" else { continue }
        let rest = CutReading(feed.bytes, feed.options, from: start.delivered.position)
        var both = rest
        both.delivered.items = start.delivered.items + rest.delivered.items
        both.delivered.counts = whole.delivered.counts
        guard Self.check(both, whole, feed, "broken at \(place)") else { break }
      }
    }
  }
}
