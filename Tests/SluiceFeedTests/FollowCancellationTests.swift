import Foundation
import Sluice
import SluiceFeed
import SluiceSystem
import TestSupport
import Testing

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// A followed file whose reader's task is cancelled: while it waits, while it reads, before it began.
@Suite("Sources: followed files and cancelled tasks")
struct FollowCancellationTests {
  /// What one task took.
  struct Part: Sendable {
    var numbers: [Int] = []
    var position = FeedPosition.start
    var wasCancelled = false
  }

  /// Follows a file from a position until the number `last` is there, or the task is cancelled.
  private static func follow(
    _ path: String, from start: FeedPosition, upTo last: Int, stop: FeedStop? = nil
  ) -> Task<Part, any Error> {
    Task {
      // Opening awaits a file that does not exist yet, and only a stop ends that.
      try await withTaskCancellationHandler {
        let feed = try JSONFeed(
          .follow(path), options: FeedOptions(windowSize: 500), from: start, stop: stop)
        var part = Part()
        do {
          for try await n in feed.values(ClosureMapping { try $0["n"].int }) {
            part.numbers.append(n)
            if n == last { break }
          }
        } catch is CancellationError {
          part.wasCancelled = true
        }
        part.position = feed.position
        return part
      } onCancel: {
        stop?.stop()
      }
    }
  }

  @Test("a task that is cancelled at any moment has lost nothing, and the next one resumes there")
  func cancelledAtAnyMoment() async throws {
    let seed = UInt64.random(in: 0 ... .max)
    print("seed \(seed)")
    var random = SeededGenerator(seed: seed)
    for round in 0..<Rounds.count(4, long: 40) {
      let folder = try TemporaryFolder()
      let path = folder.put("", to: "log")
      let count = 2000
      let pieces = Self.pieces(count, &random)
      // Before anything is written, so that one is cancelled however fast this machine is.
      let early = Self.follow(path, from: .start, upTo: count - 1)
      early.cancel()
      let nothing = try await early.value
      #expect(nothing.wasCancelled && nothing.numbers.isEmpty && nothing.position == .start)
      let writer = try TestThread {
        let descriptor = unsafe open(path, O_WRONLY | O_APPEND | O_CLOEXEC)
        defer { close(descriptor) }
        for piece in pieces {
          _ = unsafe piece.withUnsafeBytes { unsafe systemWrite(descriptor, $0) }
          usleep(200)
        }
      }
      var numbers: [Int] = []
      var position = FeedPosition.start
      var cancellations = 0
      while numbers.last != count - 1 {
        let task = Self.follow(path, from: position, upTo: count - 1)
        // A thread, because the task blocks one of those that run tasks. At once, or later.
        let delay = UInt32.random(in: 0...6000, using: &random)
        let canceller = try TestThread {
          if delay > 500 { usleep(delay) }
          task.cancel()
        }
        let part = try await task.value
        canceller.join()
        numbers += part.numbers
        if part.wasCancelled {
          cancellations += 1
          #expect(
            part.position.recordNumber == Int64(numbers.count), "seed \(seed), round \(round)")
        }
        position = part.position
      }
      writer.join()
      #expect(numbers == Array(0..<count), "seed \(seed), round \(round)")
      print("round \(round): cancelled \(cancellations) times while lines came")
      #expect(try Self.descriptors(of: folder.path) == [])
    }
  }

  @Test("a task that is cancelled while nothing comes ends at once, and keeps no descriptor")
  func cancelledWhileWaiting() async throws {
    let folder = try TemporaryFolder()
    // An unfinished line, no line at all, and no file.
    for (name, text) in [("half", "{\"n\":0}\n{\"n\":"), ("empty", ""), ("none", nil)] {
      if let text { folder.put(text, to: name) }
      for delay in [0, 100, 20_000] as [UInt32] {
        let task = Self.follow(
          folder[name], from: .start, upTo: .max, stop: name == "none" ? FeedStop() : nil)
        let canceller = try TestThread {
          if delay > 0 { usleep(delay) }
          task.cancel()
        }
        let part = try await task.value
        canceller.join()
        #expect(part.wasCancelled)
        // The record is taken, or it is still there.
        let taken = Int64(part.numbers.count)
        #expect(part.position.recordNumber == taken && taken <= (name == "half" ? 1 : 0))
        #expect(part.position.offset == taken * 8)
      }
      #expect(try Self.descriptors(of: folder.path) == [])
    }
  }

  /// Numbered lines, cut anywhere.
  private static func pieces(_ count: Int, _ random: inout SeededGenerator) -> [[UInt8]] {
    let text = Array((0..<count).map { "{\"n\":\($0)}\n" }.joined().utf8)
    let cuts = (0..<60).map { _ in Int.random(in: 0...text.count, using: &random) }
    return cut(text, at: cuts).map { Array($0) }
  }

  /// The open descriptors of files in a folder, and those that watch it.
  private static func descriptors(of folder: String) throws -> [String] {
    #if os(Linux)
      let files = FileManager.default
      let number = try files.attributesOfItem(atPath: folder)[.systemFileNumber] as? Int ?? 0
      let inode = String(number, radix: 16)
      return (try files.contentsOfDirectory(atPath: "/proc/self/fd")).filter { descriptor in
        // Others open and close theirs meanwhile.
        let target =
          (try? files.destinationOfSymbolicLink(atPath: "/proc/self/fd/\(descriptor)")) ?? ""
        if target.hasPrefix(folder) { return true }
        guard target.contains("inotify") else { return false }
        let watched =
          (try? String(contentsOfFile: "/proc/self/fdinfo/\(descriptor)", encoding: .utf8)) ?? ""
        return watched.contains("ino:\(inode) ")
      }
    #else
      return []
    #endif
  }
}
