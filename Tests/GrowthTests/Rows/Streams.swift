import Foundation
import Sluice
import SluiceFeed
import SluiceKafka
import SluiceRemote
import Testing

/// What else reads feeds: mappings, folds, asynchronous feeds and reject files.
extension GrowthRow {
  /// A feed of this many lines.
  private static func lines(_ count: Int) -> [UInt8] {
    Array((0..<count).map { "{\"id\":\($0),\"name\":\"n\($0)\"}\n" }.joined().utf8)
  }

  private static let mapping = DictionaryMapping(of: OwnedMapping())

  /// Chunks of a text, as they come from elsewhere.
  private static func chunks(_ bytes: [UInt8], of size: Int) -> AsyncStream<[UInt8]> {
    AsyncStream { chunks in
      for start in stride(from: 0, to: bytes.count, by: size) {
        chunks.yield(Array(bytes[start..<min(start + size, bytes.count)]))
      }
      chunks.finish()
    }
  }

  static let streams: [GrowthRow] = [
    GrowthRow("JSONFeed.forEach(_:), a mapping", 500) { count in
      let bytes = lines(count)
      return {
        var found = 0
        var feed = try JSONFeed(.bytes(bytes, name: "feed"))
        try feed.forEach(mapping) { _ in found += 1 }
        feed = try JSONFeed(.bytes(bytes, name: "feed"))
        try feed.forEach(mapping, { _ in found += 1 }, rejected: { _ in })
        feed = try JSONFeed(.bytes(bytes, name: "feed"))
        try feed.forEach { record in found += try record.cursor["id"].int >= 0 ? 1 : 0 }
        #expect(found == 3 * count)
      }
    },
    GrowthRow("JSONFeed.validate(_:)", 500) { count in
      let bytes = lines(count)
      let strings = DictionaryMapping(of: StringMapping())
      return {
        var feed = try JSONFeed(.bytes(bytes, name: "feed"))
        #expect(try feed.validate(strings, limit: 1_000_000).faults.count == count)
        feed = try JSONFeed(.bytes(bytes, name: "feed"))
        #expect(try feed.validate(strings, fault: { _ in }).rejected == count)
      }
    },
    GrowthRow("JSONFeed.fold, values and map", 500) { count in
      let bytes = lines(count)
      return {
        var found = 0
        var feed = try JSONFeed(.bytes(bytes, name: "feed"))
        try feed.fold(into: { 0 }, { part, _ in part += 1 }, part: { found += $0 })
        feed = try JSONFeed(.bytes(bytes, name: "feed"))
        try feed.fold(
          into: { 0 }, { part, _ in part += 1 }, part: { found += $0 }, rejected: { _ in })
        let values = try JSONFeed(.bytes(bytes, name: "feed")).values(mapping)
        while try values.next() != nil { found += 1 }
        let counts = try JSONFeed(.bytes(bytes, name: "feed")).map { record in
          try record.cursor["id"].int
        }
        while try counts.next() != nil { found += 1 }
        #expect(found == 4 * count)
      }
    },
    GrowthRow("JSONFeed.values and map, iterated by a task", 500) { count in
      let bytes = lines(count)
      return {
        try TaskOnThisThread.run {
          var found = 0
          for try await _ in try JSONFeed(.bytes(bytes, name: "feed")).values(mapping) {
            found += 1
          }
          #expect(found == count)
        }
      }
    },
    GrowthRow("AsyncJSONFeed, small chunks", 500) { count in
      let bytes = lines(count)
      return {
        try TaskOnThisThread.run {
          var found = 0
          var feed = try AsyncJSONFeed(chunks(bytes, of: 7))
          try await feed.forEach({ _ in found += 1 }, rejected: { _ in })
          for try await _ in try AsyncJSONFeed(chunks(bytes, of: 7)).values(mapping) { found += 1 }
          #expect(found == 2 * count)
        }
      }
    },
    GrowthRow("AsyncJSONFeed, one long record in small chunks", 500) { count in
      let bytes = Array(Samples.objects(count).replacing("\n", with: " ").utf8)
      return {
        try TaskOnThisThread.run {
          var found = 0
          var feed = try AsyncJSONFeed(chunks(bytes, of: 64))
          try await feed.forEach({ _ in found += 1 }, rejected: { _ in })
          #expect(found == 1)
        }
      }
    },
    GrowthRow("AsyncJSONFeed, bytes", 200) { count in
      let bytes = lines(count)
      return {
        try TaskOnThisThread.run {
          var found = 0
          let stream = AsyncStream { stream in
            for byte in bytes { stream.yield(byte) }
            stream.finish()
          }
          var feed = try AsyncJSONFeed(bytes: stream)
          try await feed.forEach({ _ in found += 1 }, rejected: { _ in })
          #expect(found == count)
        }
      }
    },
    GrowthRow("RejectReplay.forEach(_:)", 300) { count in
      let file = (0..<count).map {
        """
        {"source":"feed","record":\($0),"line":\($0),"offset":0,"length":6,"code":"type-mismatch","message":"m",\
        "raw":"{\\"a\\":"}

        """
      }.joined()
      let bytes = Array(file.utf8)
      return {
        var found = 0
        var replay = try RejectReplay(.bytes(bytes, name: "rejects"))
        try replay.forEach { reject in found += try reject.wholeRecord().isEmpty ? 0 : 1 }
        #expect(found == count)
      }
    },
    GrowthRow("FeedPart.dividing(_:)", 50) { count in
      let file = try SampleFile(String(decoding: lines(100), as: UTF8.self))
      return { () throws in
        let paths = Array(repeating: file.path, count: count)
        #expect(try FeedPart.dividing(paths, into: 2 * count).count >= count)
        #expect(try FeedPart.dividing(paths, ofBytes: 1000).count >= count)
      }
    },
    GrowthRow("JSONFeed, several files", 20) { count in
      let file = try SampleFile(String(decoding: lines(10), as: UTF8.self))
      return {
        let paths = Array(repeating: file.path, count: count)
        var found = 0
        var feed = try JSONFeed(.files(paths))
        try feed.forEach { _ in found += 1 }
        #expect(found == 10 * count)
      }
    },
    GrowthRow("LinePattern and LineField, long", 5000) { count in
      let pattern = "{a} " + String(repeating: "x{{", count: count) + "{b:text} "
      let field = Samples.keys(count).joined(separator: ".")
      return { () throws in
        #expect(try LinePattern(pattern) == LinePattern(pattern))
        #expect(try LineField(field) != LineField("x"))
      }
    },
    GrowthRow("lines by a pattern, long", 5000) { count in
      var options = FeedOptions()
      options.lineForm = LineForm(prefix: try LinePattern("{a:text}aab{b:text}aac "))
      let line =
        String(repeating: "a", count: count) + "b" + String(repeating: "a", count: count)
        + "c {\"id\":1}\n"
      let form = options
      return {
        var found = 0
        var feed = try JSONFeed(.bytes(Array(line.utf8), name: "feed"), options: form)
        try feed.forEach { _ in found += 1 }
        #expect(found == 1)
      }
    },
    GrowthRow("SourceAddress, long", 4000) { count in
      SourceKind.register(.remote)
      SourceKind.register(.kafka)
      let texts = [
        "https://example.com/" + String(repeating: "a/", count: count),
        "https://example.com/a?" + (0..<count).map { "p\($0)=v" }.joined(separator: "&"),
        "kafka://broker/topic?" + (0..<count).map { "a.p\($0)=v" }.joined(separator: "&"),
        "kafka://broker/topic?partitions="
          + (0..<count).map { "\(2 * $0)" }.joined(separator: ","),
      ]
      return {
        var names = 0
        for text in texts {
          names += SourceAddress(text).description.utf8.count
          names += FeedSource.url(text).name.utf8.count + FeedSource.follow(text).name.utf8.count
        }
        #expect(names > count)
      }
    },
  ]
}
