import Sluice
import SluiceSearch

/// The same by subclassing, as users of CoreParser write it.
extension Citm {
  final class PerformanceParser: JSONParser<Performance> {
    override class func modelFields() -> Fields {
      Fields(
        mandatory: ["eventId", "id", "prices", "seatCategories", "start", "venueCode"],
        optional: ["logo", "name", "seatMapImage"])
    }

    private let prices = PriceParser()
    private let seatCategories = SeatCategoryParser()

    override func parseObject(_ data: JSON) -> Performance? {
      guard let eventID = data["eventId"]?.int, let id = data["id"]?.int,
        let start = data["start"]?.int, let venueCode = data["venueCode"]?.string
      else { return nil }
      return Performance(
        eventID: eventID, id: id, logo: data["logo"]?.string, name: data["name"]?.string,
        prices: prices.parse(json: data["prices"]),
        seatCategories: seatCategories.parse(json: data["seatCategories"]),
        seatMapImage: data["seatMapImage"]?.string, start: Int64(start), venueCode: venueCode)
    }
  }

  final class PriceParser: JSONParser<Price> {
    override class func modelFields() -> Fields {
      Fields(mandatory: ["amount", "audienceSubCategoryId", "seatCategoryId"])
    }

    override func parseObject(_ data: JSON) -> Price? {
      guard let amount = data["amount"]?.int,
        let audienceSubCategoryID = data["audienceSubCategoryId"]?.int,
        let seatCategoryID = data["seatCategoryId"]?.int
      else { return nil }
      return Price(
        amount: amount, audienceSubCategoryID: audienceSubCategoryID,
        seatCategoryID: seatCategoryID)
    }
  }

  final class SeatCategoryParser: JSONParser<SeatCategory> {
    override class func modelFields() -> Fields { Fields(mandatory: ["areas", "seatCategoryId"]) }

    private let areas = AreaParser()

    override func parseObject(_ data: JSON) -> SeatCategory? {
      guard let seatCategoryID = data["seatCategoryId"]?.int else { return nil }
      return SeatCategory(areas: areas.parse(json: data["areas"]), seatCategoryID: seatCategoryID)
    }
  }

  final class AreaParser: JSONParser<Area> {
    override class func modelFields() -> Fields { Fields(mandatory: ["areaId", "blockIds"]) }

    override func parseObject(_ data: JSON) -> Area? {
      guard let areaID = data["areaId"]?.int, let blockIds = data["blockIds"]?.array else {
        return nil
      }
      return Area(areaID: areaID, blockIds: blockIds.compactMap { $0.asInt() })
    }
  }
}
