/// A small feed and its correct result: rows `id|name`, and rejects `file:line`.
struct ReferenceFeed {
  /// The text of each file, by its name.
  private(set) var files: [(name: String, text: String)] = []
  private(set) var rows: [(id: Int, name: String)] = []
  private(set) var rejects: [String] = []

  /// Adds a file with records of some ids. About one in eight is bad: invalid JSON and values of another
  /// type, alternately.
  mutating func add(_ file: String, _ ids: Range<Int>, version: String) {
    var text = ""
    for (line, id) in ids.enumerated() {
      let name = "\(version)-\(id)"
      switch (line % 16, line) {
      case (5, _):
        text += "{\"id\":\(id),\"name\":\"\(name)\"\n"
        rejects.append("\(file):\(line + 1)")
      case (13, _):
        text += "{\"id\":\"x\",\"name\":\"\(name)\"}\n"
        rejects.append("\(file):\(line + 1)")
      default:
        text += "{\"id\":\(id),\"name\":\"\(name)\"}\n"
        rows.append((id, name))
      }
    }
    files.append((file, text))
  }

  static func words(_ rows: [(id: Int, name: String)]) -> [String] {
    rows.map { "\($0.id)|\($0.name)" }
  }
}
