import Sluice
import SluiceFeed
import SluiceRows

extension GrowthRow {
  private static func reading(
    _ name: String, _ size: Int, _ framing: FeedFraming, _ text: @escaping @Sendable (Int) -> String
  ) -> GrowthRow {
    GrowthRow(name, size) { count in
      let bytes = Array(text(count).utf8)
      return {
        var options = FeedOptions()
        options.framing = framing
        var feed = try JSONFeed(.bytes(bytes, name: "feed"), options: options)
        try feed.forEach({ _ in }, rejected: { _ in })
      }
    }
  }

  private static func unclosed(_ count: Int, _ newline: String) -> String {
    "["
      + (0..<count).map { $0 % 2 == 0 ? "{\"id\":\($0)}" : "{\"id\":\($0)" }.joined(
        separator: "," + newline)
      + "]"
  }

  static let feeds: [GrowthRow] = [
    reading("elements, unclosed, on lines", 4000, .rootElements) { unclosed($0, "\n") },
    reading("elements, unclosed, on one line", 16000, .rootElements) { unclosed($0, "") },
    reading("auto, elements, unclosed, on lines", 4000, .auto) { unclosed($0, "\n") },
    reading("auto, elements, unclosed, on one line", 16000, .auto) { unclosed($0, "") },
    reading("concatenated, unclosed", 1000, .concatenated) { unclosed($0, "\n") },
    reading("lines, unclosed", 2000, .lines) { unclosed($0, "\n") },
    reading("elements, strings unclosed", 2000, .rootElements) { count in
      "["
        + (0..<count).map { $0 % 2 == 0 ? "{\"id\":\"\($0)\"}" : "{\"id\":\"\($0)}" }.joined(
          separator: ",\n") + "]"
    },
    reading("elements, brackets that nest", 2000, .rootElements) { count in
      "[" + (0..<count).map { $0 % 2 == 0 ? "[\($0)]" : "[[\($0)" }.joined(separator: ",\n") + "]"
    },
    reading("elements, sound", 1000, .rootElements) { Samples.objects($0) },
    GrowthRow("select, columns", 100) { count in
      let columns = try Samples.keys(count).map { try ImportColumn(parsing: "\($0):int=\($0)") }
      let bytes = Array((Samples.object(count) + "\n").utf8)
      return {
        var feed = try JSONFeed(.bytes(bytes, name: "feed"))
        try RowSelection(columns: columns).forEach(in: &feed) { _ in }
      }
    },
    GrowthRow("select, columns that are missing", 100) { count in
      let columns = try Samples.keys(count).map { try ImportColumn(parsing: "\($0):int=x.y\($0)") }
      let bytes = Array((Samples.object(count) + "\n").utf8)
      return {
        var feed = try JSONFeed(.bytes(bytes, name: "feed"))
        try RowSelection(columns: columns).forEach(in: &feed) { _ in }
      }
    },
    GrowthRow("select, columns in another order, unknown keys", 100) { count in
      let columns = try Samples.keys(count).reversed().map {
        try ImportColumn(parsing: "\($0):int=\($0)")
      }
      let bytes = Array((Samples.object(2 * count) + "\n").utf8)
      return {
        var feed = try JSONFeed(.bytes(bytes, name: "feed"))
        try RowSelection(columns: columns).forEach(in: &feed) { _ in }
      }
    },
  ]
}
