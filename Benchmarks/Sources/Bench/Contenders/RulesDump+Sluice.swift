import Foundation
import SluiceRules

/// A value by a rule's dump.
final class RulesDumpSluice: DumpingContender {
  let name = "sluice"
  private let timeline: Twitter.Timeline

  init(of timeline: Twitter.Timeline) { self.timeline = timeline }

  func dump(_ take: (UnsafeRawBufferPointer) throws -> Void) throws {
    try Twitter.timelineRule.dumpData(timeline).withUnsafeBytes(take)
  }
}
