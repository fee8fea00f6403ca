extension Citm {
  /// A performance: its time, place and prices.
  struct Performance: Codable, Sendable {
    let eventID: Int
    let id: Int
    let logo: String?
    let name: String?
    let prices: [Price]
    let seatCategories: [SeatCategory]
    let seatMapImage: String?
    let start: Int64
    let venueCode: String

    enum CodingKeys: String, CodingKey {
      case eventID = "eventId"
      case id = "id"
      case logo = "logo"
      case name = "name"
      case prices = "prices"
      case seatCategories = "seatCategories"
      case seatMapImage = "seatMapImage"
      case start = "start"
      case venueCode = "venueCode"
    }
  }

  /// The price of a seat of a category.
  struct Price: Codable, Sendable {
    let amount: Int
    let audienceSubCategoryID: Int
    let seatCategoryID: Int

    enum CodingKeys: String, CodingKey {
      case amount = "amount"
      case audienceSubCategoryID = "audienceSubCategoryId"
      case seatCategoryID = "seatCategoryId"
    }
  }

  /// The areas with seats of a category.
  struct SeatCategory: Codable, Sendable {
    let areas: [Area]
    let seatCategoryID: Int

    enum CodingKeys: String, CodingKey {
      case areas = "areas"
      case seatCategoryID = "seatCategoryId"
    }
  }

  /// A part of the house.
  struct Area: Codable, Sendable {
    let areaID: Int
    let blockIds: [Int]

    enum CodingKeys: String, CodingKey {
      case areaID = "areaId"
      case blockIds = "blockIds"
    }
  }
}
