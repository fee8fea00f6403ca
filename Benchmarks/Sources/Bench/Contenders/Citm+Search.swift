import Sluice
import SluiceSearch

/// The searches for the performances in citm_catalog.json. A search inside a field is a mapping like any
/// other.
extension Citm {
  static let performanceSearch = Search(Performance.self) { fields in
    let eventID = fields.mandatory("eventId", .int)
    let id = fields.mandatory("id", .int)
    let logo = fields.optional("logo", .string)
    let name = fields.optional("name", .string)
    let prices = fields.mandatory("prices", priceSearch)
    let seatCategories = fields.mandatory("seatCategories", seatCategorySearch)
    let seatMapImage = fields.optional("seatMapImage", .string)
    let start = fields.mandatory("start", .int64)
    let venueCode = fields.mandatory("venueCode", .string)
    return {
      Performance(
        eventID: $0[eventID], id: $0[id], logo: $0[logo], name: $0[name], prices: $0[prices],
        seatCategories: $0[seatCategories], seatMapImage: $0[seatMapImage], start: $0[start],
        venueCode: $0[venueCode])
    }
  }

  static let priceSearch = Search(Price.self) { fields in
    let amount = fields.mandatory("amount", .int)
    let audienceSubCategoryID = fields.mandatory("audienceSubCategoryId", .int)
    let seatCategoryID = fields.mandatory("seatCategoryId", .int)
    return {
      Price(
        amount: $0[amount], audienceSubCategoryID: $0[audienceSubCategoryID],
        seatCategoryID: $0[seatCategoryID])
    }
  }

  static let seatCategorySearch = Search(SeatCategory.self) { fields in
    let areas = fields.mandatory("areas", areaSearch)
    let seatCategoryID = fields.mandatory("seatCategoryId", .int)
    return { SeatCategory(areas: $0[areas], seatCategoryID: $0[seatCategoryID]) }
  }

  static let areaSearch = Search(Area.self) { fields in
    let areaID = fields.mandatory("areaId", .int)
    let blockIds = fields.mandatory("blockIds", .array(of: .int))
    return { Area(areaID: $0[areaID], blockIds: $0[blockIds]) }
  }
}
