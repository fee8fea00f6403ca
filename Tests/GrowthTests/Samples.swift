/// Texts of a size.
enum Samples {
  static func keys(_ count: Int) -> [String] { (0..<count).map { "k\($0)" } }

  /// One object with this many fields.
  static func object(_ count: Int) -> String {
    "{" + (0..<count).map { "\"k\($0)\":\($0)" }.joined(separator: ",") + "}"
  }

  /// An array of this many objects.
  static func objects(_ count: Int) -> String {
    "[" + (0..<count).map { "{\"id\":\($0),\"name\":\"n\($0)\"}" }.joined(separator: ",\n") + "]"
  }

  /// This many objects inside of each other, each with a field after the inner one whose key comes before.
  static func nested(_ depth: Int) -> String {
    String(repeating: "{\"b\":", count: depth) + "0" + String(repeating: ",\"a\":0}", count: depth)
  }
}
