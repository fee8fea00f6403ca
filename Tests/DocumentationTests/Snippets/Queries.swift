import Sluice
import SluiceQueries
import Testing

@Suite("Snippets: queries")
struct QuerySnippets {
  private let store = """
    {"store": {"book": [
      {"title": "Sayings", "price": 8.95},
      {"title": "Sword", "price": 12.99},
      {"title": "Moby Dick", "isbn": "0-553-21311-3", "price": 8.99}],
      "bicycle": {"color": "red", "price": 399}}}
    """

  @Test("JSONQuery")
  func query() throws {
    let text = #"{"book": [{"title": "A", "price": 1}, {"book": [{"price": 20}]}]}"#
    var reader = JSONReader()
    try reader.withDocument(text) { root in
      // example JSONQuery.swift: let titles = try JSONQuery("$..book[?@.price < 10].title")
      let isOnly = try titles.locations(in: root) == ["$['book'][0]['title']"]
      #expect(isOnly)
    }
  }

  @Test("JSONMatches")
  func matches() throws {
    var reader = JSONReader()
    let total = try reader.withDocument(store) { root in
      var total = 0.0
      // example JSONMatches.swift: let query = try JSONQuery("$..price")
      return total
    }
    #expect(abs(total - 429.93) < 0.001)
  }

  @Test("Queries")
  func page() throws {
    // example SluiceQueries.md: let cheap = try JSONQuery("$.store.book[?@.price < 10].title")
    #expect(titles == ["Sayings", "Moby Dick"])

    // example SluiceQueries.md: let prices = try JSONQuery("$..price")
    #expect(highest == 399 && isbn == "0-553-21311-3")

    // example SluiceQueries.md: let document = try JSONDocument(parsing: store)
    #expect(kept == ["Moby Dick"] && paths == ["$['store']['book'][2]"])
  }
}
