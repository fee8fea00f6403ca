import Sluice
import SluiceQueries
import Testing

/// Long texts: pointers, key paths, numbers, strings and queries.
extension GrowthRow {
  private static func digits(_ count: Int) -> String {
    String(String(repeating: "1234567890", count: count / 10 + 1).prefix(count))
  }

  static let texts: [GrowthRow] = [
    GrowthRow("JSONPointer, long", 2000) { count in
      let text = String(repeating: "/a~1b", count: count)
      let tokens = Samples.keys(count)
      return {
        let (one, other) = (try JSONPointer(text), try JSONPointer(text))
        #expect(one == other && one.hashValue == other.hashValue)
        #expect(JSONPointer(tokens: tokens).tokens.count == count)
      }
    },
    GrowthRow("JSONKeyPath, long", 2000) { count in
      let text = Samples.keys(count).joined(separator: ".")
      return {
        let (one, other) = (JSONKeyPath(text), JSONKeyPath(stringLiteral: text))
        #expect(one == other && one.hashValue == other.hashValue)
      }
    },
    GrowthRow("ByteName, long", 50000) { count in
      let text = String(repeating: "é", count: count)
      return {
        let (one, other) = (ByteName(text), ByteName(stringLiteral: text + "x"))
        #expect(one != other && one < other && one.hashValue != other.hashValue)
      }
    },
    GrowthRow("JSONNumber, long", 1000) { count in
      let (whole, fraction) = (digits(count), "0." + digits(count) + "e5")
      return {
        for text in [whole, fraction] {
          let (one, other) = (try #require(JSONNumber(text)), try #require(JSONNumber(text)))
          #expect(one == other && one.hashValue == other.hashValue)
          _ = (one.double, one.integer(as: Int.self))
        }
      }
    },
    GrowthRow("JSONNumber ==, with exponents", 1000) { count in
      let one = try #require(
        JSONNumber("1." + digits(count) + String(repeating: "0", count: count)))
      let other = try #require(JSONNumber("0.1" + digits(count) + "e1"))
      return { #expect(one == other && one.hashValue == other.hashValue) }
    },
    GrowthRow("JSONCursor, numbers that are long", 5000) { count in
      let text = "[0.\(digits(count)),0.\(digits(count))e-5]"
      var reader = JSONReader()
      return {
        try reader.withDocument(text) { root in
          try root.forEachElement { _ = try ($0.number, $0.double) }
          #expect(throws: JSONError.self) { try root[0].integer(as: Int.self) }
        }
      }
    },
    GrowthRow("JSONString, long", 50000) { count in
      let plain = String(repeating: "é", count: count)
      let text = "[\"" + plain + "\",\"" + String(repeating: "\\u00e9", count: count) + "\"]"
      var reader = JSONReader()
      return {
        try reader.withDocument(text) { root in
          let (one, other) = (try root[0].text, try root[1].text)
          let areEqual = one == other && one == plain && other == plain && !(one == "x")
          let arePrefixes = one.hasPrefix(plain) && other.hasPrefix(plain)
          #expect(areEqual && arePrefixes)
          #expect(try other.string == plain)
          var (left, right) = (Hasher(), Hasher())
          one.hash(into: &left)
          other.hash(into: &right)
          _ = (left.finalize(), right.finalize())
          unsafe try other.withUTF8 { bytes in #expect(bytes.count == 2 * count) }
        }
      }
    },
    GrowthRow("JSONQuery.init(_:), long", 500) { count in
      let names = "$[" + Samples.keys(count).map { "'\($0)'" }.joined(separator: ",") + "]"
      let steps = "$" + Samples.keys(count).map { ".\($0)" }.joined()
      let filter =
        "$[?" + Samples.keys(count).map { "@.\($0) == 1" }.joined(separator: " || ") + "]"
      return { for text in [names, steps, filter] { _ = try JSONQuery(text) } }
    },
    GrowthRow("JSONQuery ==, long", 2000) { count in
      let text = "$" + Samples.keys(count).map { ".\($0)" }.joined()
      let (one, other) = (try JSONQuery(text), try JSONQuery(text))
      return { #expect(one == other && one.hashValue == other.hashValue) }
    },
    GrowthRow("JSONQuery, all that it finds", 500) { count in
      let query = try JSONQuery("$..name")
      let (text, last) = (Samples.objects(count), try JSONQuery("$[-1].name"))
      let root = try JSONDocument(parsing: text).root
      var reader = JSONReader()
      return {
        try reader.withDocument(text) { cursor in
          var (matches, found) = (query.matches(in: cursor), 0)
          while try matches.next() != nil { found += 1 }
          #expect(found == count)
          #expect(try query.locations(in: cursor).count == count)
          let isFound = try last.first(in: cursor) != nil
          #expect(isFound)
        }
        #expect(try query.matches(in: root).count == count)
        #expect(try query.locations(in: root).count == count)
        #expect(try last.first(in: root) != nil)
      }
    },
    GrowthRow("JSONQuery, locations in nesting", 50) { count in
      // The paths together are as long as the square of the depth: a fixed part of the steps has them.
      let query = try JSONQuery("$" + String(repeating: ".b", count: 20) + "..a")
      let text = Samples.nested(20)
      let documents = "[" + Array(repeating: text, count: count).joined(separator: ",") + "]"
      var reader = JSONReader()
      return {
        try reader.withDocument(documents) { root in
          try root.forEachElement { _ = try query.locations(in: $0) }
        }
      }
    },
    GrowthRow("JSONQuery, names and slices of each element", 300) { count in
      let query = try JSONQuery("$[::-1]['id','name','none']")
      let text = Samples.objects(count)
      var reader = JSONReader()
      return { try reader.withDocument(text) { root in try query.forEach(in: root) { _ in } } }
    },
  ]
}
