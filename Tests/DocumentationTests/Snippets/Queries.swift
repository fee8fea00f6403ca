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
      let titles = try JSONQuery("$..book[?@.price < 10].title")
      try titles.forEach(in: root) { title in print(try title.string) }
      let isOnly = try titles.locations(in: root) == ["$['book'][0]['title']"]
      #expect(isOnly)
    }
  }

  @Test("JSONMatches")
  func matches() throws {
    var reader = JSONReader()
    let total = try reader.withDocument(store) { root in
      var total = 0.0
      let query = try JSONQuery("$..price")
      var prices = query.matches(in: root)
      while let price = try prices.next() { total += try price.double }
      return total
    }
    #expect(abs(total - 429.93) < 0.001)
  }

  @Test("Queries")
  func page() throws {
    let cheap = try JSONQuery("$.store.book[?@.price < 10].title")
    var reader = JSONReader()
    var titles: [String] = []
    try reader.withDocument(store) { root in
      try cheap.forEach(in: root) { title in titles.append(try title.string) }
    }
    #expect(titles == ["Sayings", "Moby Dick"])

    let prices = try JSONQuery("$..price")
    let (highest, isbn) = try reader.withDocument(store) { root in
      var highest = 0.0
      var matches = prices.matches(in: root)
      while let price = try matches.next() { highest = max(highest, try price.double) }
      return (highest, try JSONQuery("$..isbn").first(in: root)?.string)
    }
    #expect(highest == 399 && isbn == "0-553-21311-3")

    let document = try JSONDocument(parsing: store)
    let books = try JSONQuery("$..book[?@.isbn]")
    let kept = try books.matches(in: document.root).map { try $0["title"].string }
    let paths = try books.locations(in: document.root)  // ["$['store']['book'][2]"]
    #expect(kept == ["Moby Dick"] && paths == ["$['store']['book'][2]"])
  }
}
