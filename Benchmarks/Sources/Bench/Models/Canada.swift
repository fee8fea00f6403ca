import CContenders

/// All of canada.json: a property for each field that the document has.
struct Canada: Codable, Sendable {
  let type: String
  let features: [Feature]

  struct Feature: Codable, Sendable {
    let type: String
    let properties: [String: String]
    let geometry: Geometry
  }

  struct Geometry: Codable, Sendable {
    let type: String
    let coordinates: [[[Double]]]
  }
}

extension Canada: Sampled {
  func sample(into tally: inout Tally) {
    for feature in features {
      tally.text(feature.type)
      for ring in feature.geometry.coordinates {
        if let last = ring.last?.last { tally.real(last) } else { tally.missing() }
      }
    }
  }
}
