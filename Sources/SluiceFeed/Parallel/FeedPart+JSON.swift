import Sluice

extension FeedPart {
  /// The part as `sluice split` and the C interface write it.
  package var json: JSON {
    var object: JSONObject = [
      "part": JSON(number), "source": .string(path),
      "range": range.map { .string($0.text) } ?? .null, "bytes": JSON(size),
    ]
    if let obstacle { object["obstacle"] = .string(obstacle) }
    return .object(object)
  }
}
