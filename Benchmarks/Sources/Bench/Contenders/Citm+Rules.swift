import Sluice
import SluiceRules

/// The rules of the whole document.
extension Citm {
  static let catalogRule = MakeRule<Catalog> { fields in
    let areaNames = fields.expect("areaNames", DictionaryRule(valueRule: StringRule))
    let audienceSubCategoryNames = fields.expect(
      "audienceSubCategoryNames", DictionaryRule(valueRule: StringRule))
    let blockNames = fields.expect("blockNames", DictionaryRule(valueRule: StringRule))
    let events = fields.expect("events", DictionaryRule(valueRule: eventRule))
    let performances = fields.expect("performances", ArrayRule(itemRule: performanceRule))
    let seatCategoryNames = fields.expect(
      "seatCategoryNames", DictionaryRule(valueRule: StringRule))
    let subTopicNames = fields.expect("subTopicNames", DictionaryRule(valueRule: StringRule))
    let subjectNames = fields.expect("subjectNames", DictionaryRule(valueRule: StringRule))
    let topicNames = fields.expect("topicNames", DictionaryRule(valueRule: StringRule))
    let topicSubTopics = fields.expect(
      "topicSubTopics", DictionaryRule(valueRule: ArrayRule(itemRule: IntRule)))
    let venueNames = fields.expect("venueNames", DictionaryRule(valueRule: StringRule))
    return {
      Catalog(
        areaNames: $0[areaNames], audienceSubCategoryNames: $0[audienceSubCategoryNames],
        blockNames: $0[blockNames], events: $0[events], performances: $0[performances],
        seatCategoryNames: $0[seatCategoryNames], subTopicNames: $0[subTopicNames],
        subjectNames: $0[subjectNames], topicNames: $0[topicNames],
        topicSubTopics: $0[topicSubTopics], venueNames: $0[venueNames])
    }
  }

  static let eventRule = MakeRule<Event> { fields in
    let description = fields.optional("description", StringRule)
    let id = fields.expect("id", IntRule)
    let logo = fields.optional("logo", StringRule)
    let name = fields.expect("name", StringRule)
    let subTopicIds = fields.expect("subTopicIds", ArrayRule(itemRule: IntRule))
    let subjectCode = fields.optional("subjectCode", StringRule)
    let subtitle = fields.optional("subtitle", StringRule)
    let topicIds = fields.expect("topicIds", ArrayRule(itemRule: IntRule))
    return {
      Event(
        description: $0[description], id: $0[id], logo: $0[logo], name: $0[name],
        subTopicIds: $0[subTopicIds], subjectCode: $0[subjectCode], subtitle: $0[subtitle],
        topicIds: $0[topicIds])
    }
  }

  static let performanceRule = MakeRule<Performance> { fields in
    let eventID = fields.expect("eventId", IntRule)
    let id = fields.expect("id", IntRule)
    let logo = fields.optional("logo", StringRule)
    let name = fields.optional("name", StringRule)
    let prices = fields.expect("prices", ArrayRule(itemRule: priceRule))
    let seatCategories = fields.expect("seatCategories", ArrayRule(itemRule: seatCategoryRule))
    let seatMapImage = fields.optional("seatMapImage", StringRule)
    let start = fields.expect("start", Int64Rule)
    let venueCode = fields.expect("venueCode", StringRule)
    return {
      Performance(
        eventID: $0[eventID], id: $0[id], logo: $0[logo], name: $0[name], prices: $0[prices],
        seatCategories: $0[seatCategories], seatMapImage: $0[seatMapImage], start: $0[start],
        venueCode: $0[venueCode])
    }
  }

  static let priceRule = MakeRule<Price> { fields in
    let amount = fields.expect("amount", IntRule)
    let audienceSubCategoryID = fields.expect("audienceSubCategoryId", IntRule)
    let seatCategoryID = fields.expect("seatCategoryId", IntRule)
    return {
      Price(
        amount: $0[amount], audienceSubCategoryID: $0[audienceSubCategoryID],
        seatCategoryID: $0[seatCategoryID])
    }
  }

  static let seatCategoryRule = MakeRule<SeatCategory> { fields in
    let areas = fields.expect("areas", ArrayRule(itemRule: areaRule))
    let seatCategoryID = fields.expect("seatCategoryId", IntRule)
    return { SeatCategory(areas: $0[areas], seatCategoryID: $0[seatCategoryID]) }
  }

  static let areaRule = MakeRule<Area> { fields in
    let areaID = fields.expect("areaId", IntRule)
    let blockIds = fields.expect("blockIds", ArrayRule(itemRule: IntRule))
    return { Area(areaID: $0[areaID], blockIds: $0[blockIds]) }
  }
}
