import Foundation

/// citm_catalog.json through JSONSerialization, and a recursive walk for the performances.
final class SearchJSONSerialization: DecodingContender {
  let name = "jsonserialization"
  private let documents: [Data]

  init(over documents: Documents) { self.documents = documents.all.map { Data(buffer: $0) } }

  func decode(_ take: ([Citm.Performance]) -> Void) throws {
    for data in documents {
      var found: [Citm.Performance] = []
      walk(try JSONSerialization.jsonObject(with: data), &found)
      take(found)
    }
  }

  private func walk(_ value: Any, _ found: inout [Citm.Performance]) {
    if let object = value as? [String: Any] {
      if let performance = performance(object) {
        found.append(performance)
      } else {
        for member in object.values { walk(member, &found) }
      }
    } else if let array = value as? [Any] {
      for element in array { walk(element, &found) }
    }
  }

  private func performance(_ object: [String: Any]) -> Citm.Performance? {
    guard let eventID = object["eventId"] as? Int, let id = object["id"] as? Int,
      let prices = object["prices"] as? [[String: Any]],
      let seatCategories = object["seatCategories"] as? [[String: Any]],
      let start = object["start"] as? Int64, let venueCode = object["venueCode"] as? String
    else { return nil }
    return Citm.Performance(
      eventID: eventID, id: id, logo: object["logo"] as? String, name: object["name"] as? String,
      prices: prices.compactMap(price), seatCategories: seatCategories.compactMap(seatCategory),
      seatMapImage: object["seatMapImage"] as? String, start: start, venueCode: venueCode)
  }

  private func price(_ object: [String: Any]) -> Citm.Price? {
    guard let amount = object["amount"] as? Int,
      let audienceSubCategoryID = object["audienceSubCategoryId"] as? Int,
      let seatCategoryID = object["seatCategoryId"] as? Int
    else { return nil }
    return Citm.Price(
      amount: amount, audienceSubCategoryID: audienceSubCategoryID, seatCategoryID: seatCategoryID)
  }

  private func seatCategory(_ object: [String: Any]) -> Citm.SeatCategory? {
    guard let areas = object["areas"] as? [[String: Any]],
      let seatCategoryID = object["seatCategoryId"] as? Int
    else { return nil }
    return Citm.SeatCategory(areas: areas.compactMap(area), seatCategoryID: seatCategoryID)
  }

  private func area(_ object: [String: Any]) -> Citm.Area? {
    guard let areaID = object["areaId"] as? Int, let blockIds = object["blockIds"] as? [Int] else {
      return nil
    }
    return Citm.Area(areaID: areaID, blockIds: blockIds)
  }
}
