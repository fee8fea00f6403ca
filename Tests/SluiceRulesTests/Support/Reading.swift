import Foundation
import Sluice
import SluiceRules
import Testing

extension Rule {
  /// Validates a text with a cursor like those of a feed: unread values are not checked.
  func validated(_ text: String, depthLimit: Int = 1024) throws -> V {
    var reader = JSONReader(options: JSONOptions(depthLimit: depthLimit))
    return try reader.withDocument(text) { root in try validate(root) }
  }

  /// Returns the error for a text.
  func refusal(of text: String, sourceLocation: SourceLocation = #_sourceLocation) throws
    -> RuleError
  {
    try #require(throws: RuleError.self, sourceLocation: sourceLocation) { try validated(text) }
  }

  /// Returns the written value as text.
  func written(_ value: V) throws -> String {
    var writer = JSONWriter()
    try write(value, to: &writer)
    return try writer.takeString()
  }
}

/// Counts its living instances.
final class Tracked: @unchecked Sendable {
  let life: Life
  var number = 0
  var name = ""

  init(_ life: Life) {
    self.life = life
    life.change(by: 1)
  }

  deinit { life.change(by: -1) }
}

final class Life: @unchecked Sendable {
  private let lock = NSLock()
  private var alive = 0
  private var made = 0

  func change(by count: Int) {
    lock.withLock {
      alive += count
      if count > 0 { made += count }
    }
  }

  var count: Int { lock.withLock { alive } }
  var total: Int { lock.withLock { made } }
}

/// Collects messages of closures, in order.
final class Log: @unchecked Sendable {
  private let lock = NSLock()
  private var lines: [String] = []

  func add(_ line: String) { lock.withLock { lines.append(line) } }
  var all: [String] { lock.withLock { lines } }
}
