import Sluice
import SluiceSchema

/// The typed schemas of the whole document.
extension Citm {
  static let catalogSchema = Schema(Catalog.self) { fields in
    let areaNames = fields.required("areaNames", .dictionary(of: .string))
    let audienceSubCategoryNames = fields.required(
      "audienceSubCategoryNames", .dictionary(of: .string))
    let blockNames = fields.required("blockNames", .dictionary(of: .string))
    let events = fields.required("events", .dictionary(of: eventSchema))
    let performances = fields.required("performances", .array(of: performanceSchema))
    let seatCategoryNames = fields.required("seatCategoryNames", .dictionary(of: .string))
    let subTopicNames = fields.required("subTopicNames", .dictionary(of: .string))
    let subjectNames = fields.required("subjectNames", .dictionary(of: .string))
    let topicNames = fields.required("topicNames", .dictionary(of: .string))
    let topicSubTopics = fields.required("topicSubTopics", .dictionary(of: .array(of: .int)))
    let venueNames = fields.required("venueNames", .dictionary(of: .string))
    return {
      Catalog(
        areaNames: $0[areaNames], audienceSubCategoryNames: $0[audienceSubCategoryNames],
        blockNames: $0[blockNames], events: $0[events], performances: $0[performances],
        seatCategoryNames: $0[seatCategoryNames], subTopicNames: $0[subTopicNames],
        subjectNames: $0[subjectNames], topicNames: $0[topicNames],
        topicSubTopics: $0[topicSubTopics], venueNames: $0[venueNames])
    }
  }

  static let eventSchema = Schema(Event.self) { fields in
    let description = fields.optional("description", .string)
    let id = fields.required("id", .int)
    let logo = fields.optional("logo", .string)
    let name = fields.required("name", .string)
    let subTopicIds = fields.required("subTopicIds", .array(of: .int))
    let subjectCode = fields.optional("subjectCode", .string)
    let subtitle = fields.optional("subtitle", .string)
    let topicIds = fields.required("topicIds", .array(of: .int))
    return {
      Event(
        description: $0[description], id: $0[id], logo: $0[logo], name: $0[name],
        subTopicIds: $0[subTopicIds], subjectCode: $0[subjectCode], subtitle: $0[subtitle],
        topicIds: $0[topicIds])
    }
  }

  static let performanceSchema = Schema(Performance.self) { fields in
    let eventID = fields.required("eventId", .int)
    let id = fields.required("id", .int)
    let logo = fields.optional("logo", .string)
    let name = fields.optional("name", .string)
    let prices = fields.required("prices", .array(of: priceSchema))
    let seatCategories = fields.required("seatCategories", .array(of: seatCategorySchema))
    let seatMapImage = fields.optional("seatMapImage", .string)
    let start = fields.required("start", .int64)
    let venueCode = fields.required("venueCode", .string)
    return {
      Performance(
        eventID: $0[eventID], id: $0[id], logo: $0[logo], name: $0[name], prices: $0[prices],
        seatCategories: $0[seatCategories], seatMapImage: $0[seatMapImage], start: $0[start],
        venueCode: $0[venueCode])
    }
  }

  static let priceSchema = Schema(Price.self) { fields in
    let amount = fields.required("amount", .int)
    let audienceSubCategoryID = fields.required("audienceSubCategoryId", .int)
    let seatCategoryID = fields.required("seatCategoryId", .int)
    return {
      Price(
        amount: $0[amount], audienceSubCategoryID: $0[audienceSubCategoryID],
        seatCategoryID: $0[seatCategoryID])
    }
  }

  static let seatCategorySchema = Schema(SeatCategory.self) { fields in
    let areas = fields.required("areas", .array(of: areaSchema))
    let seatCategoryID = fields.required("seatCategoryId", .int)
    return { SeatCategory(areas: $0[areas], seatCategoryID: $0[seatCategoryID]) }
  }

  static let areaSchema = Schema(Area.self) { fields in
    let areaID = fields.required("areaId", .int)
    let blockIds = fields.required("blockIds", .array(of: .int))
    return { Area(areaID: $0[areaID], blockIds: $0[blockIds]) }
  }
}
