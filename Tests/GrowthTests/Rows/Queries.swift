import Sluice
import SluiceQueries

extension GrowthRow {
  static let queries: [GrowthRow] = [
    GrowthRow("JSONQuery, match() with a literal pattern", 500) { count in
      let query = try JSONQuery("$[?match(@.name, 'n[0-9]*')]")
      let text = Samples.objects(count)
      var reader = JSONReader()
      return { try reader.withDocument(text) { root in try query.forEach(in: root) { _ in } } }
    },
    GrowthRow("JSONQuery, match() with a pattern of the document", 500) { count in
      let query = try JSONQuery("$.a[?match(@.name, $.p)]")
      let text = "{\"p\":\"n[0-9]*\",\"a\":\(Samples.objects(count))}"
      var reader = JSONReader()
      return { try reader.withDocument(text) { root in try query.forEach(in: root) { _ in } } }
    },
    GrowthRow("JSONQuery, match() with a long pattern of the document", 500) { count in
      let query = try JSONQuery("$.a[?match(@.name, $.p)]")
      let pattern = (0..<min(count / 4, 500)).map { "x\($0)" }.joined(separator: "|") + "|n[0-9]*"
      let text = "{\"p\":\"\(pattern)\",\"a\":\(Samples.objects(100))}"
      var reader = JSONReader()
      return { try reader.withDocument(text) { root in try query.forEach(in: root) { _ in } } }
    },
    GrowthRow("JSONQuery, names of the document for each element", 500) { count in
      let query = try JSONQuery("$.a[?@.name == $.p]")
      let text = "{\"a\":\(Samples.objects(count)),\"p\":\"n1\"}"
      var reader = JSONReader()
      return { try reader.withDocument(text) { root in try query.forEach(in: root) { _ in } } }
    },
    GrowthRow("JSONQuery, descendants in nesting", 100) { count in
      let query = try JSONQuery("$..a")
      let text = Samples.nested(count)
      var reader = JSONReader()
      return { try reader.withDocument(text) { root in try query.forEach(in: root) { _ in } } }
    },
  ]
}
