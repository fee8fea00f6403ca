/// The order of a module's folders, and the references that still go up (folders.txt).
struct FolderOrder {
  struct Edge: Hashable, CustomStringConvertible {
    let from: String
    let to: String

    var description: String { "\(from) -> \(to)" }
  }

  let module: String
  /// The lowest first.
  let folders: [String]
  private(set) var allowed: [Edge: Int] = [:]

  static let list = "Tests/PackageTests/House/folders.txt"

  static func all() throws -> [FolderOrder] {
    var orders: [FolderOrder] = []
    for line in try Repository.text(list).split(separator: "\n") where !line.hasPrefix("#") {
      let words = line.split(separator: " ").map(String.init)
      if line.hasPrefix("  "), words.count == 4, words[1] == "->", let count = Int(words[3]) {
        orders[orders.count - 1].allowed[Edge(from: words[0], to: words[2])] = count
      } else {
        orders.append(
          FolderOrder(
            module: String(words[0].dropLast()), folders: words.dropFirst().filter { $0 != "<" }))
      }
    }
    return orders
  }

  /// The folder of a path from Sources on, and its module.
  static func place(of path: String) -> (module: String, folder: String) {
    let parts = path.split(separator: "/")
    return (String(parts[0]), parts.count > 2 ? String(parts[1]) : ".")
  }

  /// The references between folders that go up: for each pair, by file and symbol, where they are.
  func upward(in store: IndexStore) throws -> [Edge: [String]] {
    let places = Dictionary(
      folders.enumerated().map { ($1, $0) }, uniquingKeysWith: { first, _ in first })
    let own = store.entries.filter { FolderOrder.place(of: $0.path).module == module }
    let declared = Dictionary(
      own.filter { $0.kind == .definition }.map {
        ($0.symbol, FolderOrder.place(of: $0.path).folder)
      },
      uniquingKeysWith: { first, _ in first })
    var found: [Edge: [String]] = [:]
    for reference in own where reference.kind == .reference && reference.path.hasSuffix(".swift") {
      let from = FolderOrder.place(of: reference.path).folder
      guard let to = declared[reference.symbol], let low = places[from], let high = places[to],
        low < high
      else { continue }
      found[Edge(from: from, to: to), default: []].append(
        "Sources/\(reference.path):\(reference.line) \(reference.name)")
    }
    return found
  }
}
