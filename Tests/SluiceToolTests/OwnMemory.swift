import Foundation
import Testing

extension Trait where Self == ConditionTrait {
  /// For tests that measure a process' memory: not under a sanitizer, whose own is far larger.
  static var ownMemory: Self {
    .enabled(
      if: ProcessInfo.processInfo.environment["SLUICE_SANITIZER"] == nil,
      "the sanitizer's own memory would be measured")
  }
}
