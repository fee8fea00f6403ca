/// A made-up document in the shape of citm_catalog.json: objects whose keys are numbers, small integers,
/// much white space.
enum Catalogs {
  static func make() -> [UInt8] {
    var random = Random(seed: 1)
    let names = (0..<150).map { "\"\(300_000_000 + $0)\": \"Zone \($0), balcon\"" }
    let shows = (0..<120).map { _ in show(&random) }
    return Array(
      """
      {
          "areaNames": {
              \(names.joined(separator: ",\n        "))
          },
          "performances": [
              \(shows.joined(separator: ",\n        "))
          ]
      }

      """.utf8)
  }

  private static func show(_ random: inout Random) -> String {
    let id = 330_000_000 + random.below(9_000_000)
    let areas = (0..<4).map { _ in
      """
      {
                          "areaId": \(200_000_000 + random.below(900_000)),
                          "blockIds": []
                      }
      """
    }
    return """
      {
                  "eventId": \(id),
                  "logo": null,
                  "name": \(random.below(2) == 0 ? "null" : "\"Soir\\u00e9e \\\"\(id % 100)\\\"\""),
                  "prices": [
                      {
                          "amount": \(random.below(200) * 250),
                          "seatCategoryId": \(id - 1)
                      }
                  ],
                  "areas": [\(areas.joined(separator: ", "))],
                  "start": \(1_372_701_600_000 + random.below(900_000_000))
              }
      """
  }
}
