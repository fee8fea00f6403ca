/// A made-up document in the shape of canada.json: rings of coordinates with up to 17 digits.
enum Outlines {
  static func make() -> [UInt8] {
    var random = Random(seed: 1)
    let rings = (0..<12).map { _ in
      "[" + (0..<150).map { _ in point(&random) }.joined(separator: ",") + "]"
    }
    return Array(
      """
      {"type":"FeatureCollection","features":[{"type":"Feature","properties":{"name":"Somewhere"},\
      "geometry":{"type":"Polygon","coordinates":[\(rings.joined(separator: ",\n"))]}}]}
      """.utf8)
  }

  /// The fraction has 6 digits, or 15 as a sum of floating point has.
  private static func point(_ random: inout Random) -> String {
    let tail = random.below(2) == 0 ? "" : "\(100_000_000 + random.below(899_999_999))"
    return "[-\(60 + random.below(80)).\(100_000 + random.below(899_999))\(tail),"
      + "\(42 + random.below(40)).\(100_000 + random.below(899_999))\(tail)]"
  }
}
