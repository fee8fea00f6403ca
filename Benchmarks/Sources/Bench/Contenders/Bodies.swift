import CContenders
import Dispatch
import Foundation
import Sluice

/// Request bodies as a server receives them: bytes without padding, each read by itself and in full.
class Bodies {
  let bodies: [[UInt8]]

  init(_ bodies: [[UInt8]]) { self.bodies = bodies }
}

/// The five fields with a new reader for each body.
final class BodiesFresh: Bodies, WalkingContender {
  let name = "sluice"

  func walk(into sink: inout some Sink) throws {
    for body in bodies {
      var reader = JSONReader(checking: .full)
      try body.withUnsafeBytes { bytes in
        try reader.withDocument(unpadded: bytes) { try SmallSluice.read($0, into: &sink) }
      }
    }
  }
}

/// The same with one reader for all.
final class BodiesReused: Bodies, WalkingContender {
  let name = "reused"
  private var reader = JSONReader(checking: .full)

  func walk(into sink: inout some Sink) throws {
    for body in bodies {
      try body.withUnsafeBytes { bytes in
        try reader.withDocument(unpadded: bytes) { try SmallSluice.read($0, into: &sink) }
      }
    }
  }
}

/// The bodies read by eight tasks at once, by the clock.
protocol ServingContender: WalkingContender, Sendable {
  func read(_ body: [UInt8], into sink: inout some Sink) throws
  var bodies: [[UInt8]] { get }
}

extension ServingContender {
  func walk(into sink: inout some Sink) throws {
    for body in bodies { try read(body, into: &sink) }
  }

  /// Each task reads all bodies in every pass.
  func run(passes: Int) throws -> Tally {
    let total = LockedTally()
    DispatchQueue.concurrentPerform(iterations: 8) { _ in
      var tally = Tally()
      do {
        for _ in 0..<passes { try walk(into: &tally) }
        total.add(tally, nil)
      } catch {
        total.add(tally, error)
      }
    }
    return try total.value()
  }

  func timed(passes: Int) throws -> (seconds: Double, tally: Tally) {
    try WallClock.timed { try run(passes: passes) }
  }
}

/// Sound to share because the lock guards both.
private final class LockedTally: @unchecked Sendable {
  private let lock = NSLock()
  private var tally = Tally()
  private var failure: (any Error)?

  func add(_ other: Tally, _ error: (any Error)?) {
    lock.withLock {
      tally.add(other)
      failure = failure ?? error
    }
  }

  func value() throws -> Tally {
    if let failure { throw failure }
    return tally
  }
}

/// A pool of readers, as the DocC page Servers shows.
final class ServerSluice: ServingContender {
  let name = "sluice"
  let bodies: [[UInt8]]
  private let readers = JSONReaderPool(checking: .full)

  init(_ bodies: [[UInt8]]) { self.bodies = bodies }

  func read(_ body: [UInt8], into sink: inout some Sink) throws {
    try body.withUnsafeBytes { bytes in
      try readers.withDocument(unpadded: bytes) { try SmallSluice.read($0, into: &sink) }
    }
  }
}

/// A JSONDecoder for each request, as servers make them.
final class ServerDecoder: ServingContender {
  let name = "jsondecoder"
  let bodies: [[UInt8]]

  init(_ bodies: [[UInt8]]) { self.bodies = bodies }

  func read(_ body: [UInt8], into sink: inout some Sink) throws {
    try JSONDecoder().decode(OrderRequest.self, from: Data(body)).handOver(to: &sink)
  }
}
