import Foundation
import Sluice
import SluiceFeed
import TestSupport
import Testing

/// NUL bytes where nothing was written: a log that was cut while its writer kept its place.
@Suite("Gaps before lines")
struct GapTests {
  private static let lines = "{\"n\":1}\n{\"n\":2}\n[3]\n{\"n\":4}\n"

  private static func gap(_ count: Int) -> [UInt8] { [UInt8](repeating: 0, count: count) }

  private struct Reading: Equatable {
    var numbers: [Int] = []
    var lines: [Int64] = []
    var offsets: [Int64] = []
    var rejects: [String] = []
  }

  private func read(_ source: FeedSource, _ options: FeedOptions) throws -> (Reading, [String]) {
    var feed = try JSONFeed(source, options: options)
    var reading = Reading()
    func note(_ reject: RejectedRecord) {
      reading.rejects.append(
        "\(reject.line) \(reject.offset) \(String(decoding: reject.rawBytes, as: UTF8.self))")
    }
    try feed.forEach { record in
      do throws(JSONError) {
        reading.numbers.append(try record.cursor["n"].int)
        reading.lines.append(record.line)
        reading.offsets.append(record.offset)
      } catch {
        note(record.reject(error))
      }
    } rejected: {
      note($0)
    }
    return (reading, feed.takeNotes().map(\.text))
  }

  @Test(
    "made a reject of the line after them, or were all that was kept of it",
    arguments: [4, 100, 5000, 65_535, 300_000])
  func atTheStart(count: Int) throws {
    let folder = try TemporaryFolder()
    let text = Self.gap(count) + Array(Self.lines.utf8)
    let path = try folder.write(text, to: "log")
    let start = Int64(count)
    // Where a record begins at its line's first byte, the gap is a part of it.
    for window in [64, 1000, 64 << 10] {
      for parallel in [1, 2] {
        var options = FeedOptions(windowSize: window)
        options.maximumRecordSize = 100_000
        options.parallel = parallel
        options.framing = .lines
        for source in [FeedSource.file(path), .bytes(text, name: path)] {
          let (found, notes) = try read(source, options)
          #expect(found.numbers == [1, 2, 4])
          let lines = start / (64 << 10)
          #expect(found.lines == [1, 2, 4].map { $0 + lines })
          #expect(Array(found.offsets.dropFirst()) == [start + 8, start + 20])
          #expect(found.rejects == ["\(3 + lines) \(start + 16) [3]"])
          #expect(
            notes == [
              "\(path): bytes 0 to \(count - 1) are NUL, before a line, and were passed over: nothing was"
                + " written there"
            ])
        }
      }
    }
  }

  @Test("are no part of a line that is not JSON")
  func logfmt() throws {
    let text = Self.gap(50) + Array("n=1 a=b\nn=2\n".utf8)
    var options = FeedOptions()
    options.lineForm = LineForm(content: .logfmt)
    let (found, _) = try read(.bytes(text, name: "log"), options)
    #expect(found.numbers == [1, 2])
    #expect(found.rejects == [])
  }

  @Test("are a bad record where nothing else is in their line", arguments: [6, 70, 66_000])
  func alone(count: Int) throws {
    let text = Self.gap(count) + Array("\n{\"n\":2}\n".utf8)
    for window in [64, 65, 100, 64 << 10] {
      var options = FeedOptions(windowSize: window)
      options.framing = .lines
      let (found, notes) = try read(.bytes(text, name: "log"), options)
      #expect(found.numbers == [2] && found.rejects.count == 1 && notes == [])
    }
  }

  @Test("stay in a line, which is rejected")
  func inside() throws {
    let text = Self.gap(8) + Array("{\"n\":".utf8) + Self.gap(9) + Array("1}\n{\"n\":2}\n".utf8)
    let (found, _) = try read(.bytes(text, name: "log"), FeedOptions())
    #expect(found.numbers == [2])
    #expect(found.rejects.count == 1)
  }

  private func generation(_ path: String, patience: Double) throws -> FollowedInput {
    let generation = try FollowedFile(path).nextGeneration(heeding: [])
    generation.patience = (patience, patience)
    return generation
  }

  /// Reads until there are some numbers; `quiet`: called whenever nothing new has come.
  private func follow(
    _ path: String, patience: Double, until count: Int, _ quiet: ([Int]) throws -> Void = { _ in }
  ) throws -> (numbers: [Int], notes: [SourceNote]) {
    let generation = try generation(path, patience: patience)
    var options = FeedOptions()
    options.framing = .lines
    var feed = try JSONFeed(
      generation, path: path, options: options, from: .start, stop: FeedStop())
    var (numbers, notes): ([Int], [SourceNote]) = ([], [])
    struct Enough: Error {}
    while numbers.count < count {
      do {
        try feed.forEach { record in
          numbers.append(try record.cursor["n"].int)
          if numbers.count == count { throw Enough() }
        }
      } catch InputEvent.quiet {
        try quiet(numbers)
      } catch is Enough {
        break
      }
      notes += feed.takeNotes()
    }
    return (numbers, notes + feed.takeNotes())
  }

  @Test("that were filled later counted as a cut, and what came before was read twice")
  func filled() throws {
    let folder = try TemporaryFolder()
    let line = "{\"n\":1}\n"
    let path = try folder.write(
      Array(line.utf8) + Self.gap(8) + Array("{\"n\":3}\n".utf8), to: "log")
    var isFilled = false
    let (numbers, notes) = try follow(path, patience: .infinity, until: 3) { numbers in
      #expect(numbers == [1])
      guard !isFilled else { return }
      isFilled = true
      try folder.write(line + "{\"n\":2}\n{\"n\":3}\n", at: "log")
    }
    #expect(numbers == [1, 2, 3])
    #expect(notes.isEmpty)
  }

  @Test("are passed over when they stay, with a note")
  func kept() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(
      Array("{\"n\":1}\n".utf8) + Self.gap(200_000) + Array("{\"n\":3}\n".utf8), to: "log")
    let (numbers, notes) = try follow(path, patience: 0, until: 2)
    #expect(numbers == [1, 3])
    #expect(notes.map(\.kind) == ["gap"])
    #expect(notes.first?.text.contains("bytes 8 to 200007 are NUL") == true)
  }

  @Test("at the end of a file are room for text that comes")
  func room() throws {
    let folder = try TemporaryFolder()
    let path = try folder.write(Array("{\"n\":1}\n".utf8) + Self.gap(100), to: "log")
    var isWritten = false
    let (numbers, notes) = try follow(path, patience: 0, until: 2) { numbers in
      guard !isWritten else { return }
      isWritten = true
      try folder.write("{\"n\":1}\n{\"n\":2}\n", at: "log")
    }
    #expect(numbers == [1, 2])
    #expect(notes.isEmpty)
  }
}

extension TemporaryFolder {
  /// Writes over the start of a file, whose rest stays.
  fileprivate func write(_ text: String, at name: String) throws {
    let file = try #require(FileHandle(forUpdatingAtPath: self[name]))
    try file.write(contentsOf: Data(text.utf8))
    try file.close()
  }
}
