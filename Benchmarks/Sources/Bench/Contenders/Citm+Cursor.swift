import Sluice

extension Citm.Catalog {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    areaNames = try fields.required("areaNames") { try $0.dictionary { try $0.string } }
    audienceSubCategoryNames = try fields.required("audienceSubCategoryNames") {
      try $0.dictionary { try $0.string }
    }
    blockNames = try fields.required("blockNames") { try $0.dictionary { try $0.string } }
    events = try fields.required("events") { try $0.dictionary { try Citm.Event(from: $0) } }
    performances = try fields.required("performances") {
      try $0.array { try Citm.Performance(from: $0) }
    }
    seatCategoryNames = try fields.required("seatCategoryNames") {
      try $0.dictionary { try $0.string }
    }
    subTopicNames = try fields.required("subTopicNames") { try $0.dictionary { try $0.string } }
    subjectNames = try fields.required("subjectNames") { try $0.dictionary { try $0.string } }
    topicNames = try fields.required("topicNames") { try $0.dictionary { try $0.string } }
    topicSubTopics = try fields.required("topicSubTopics") {
      try $0.dictionary { try $0.array { try $0.int } }
    }
    venueNames = try fields.required("venueNames") { try $0.dictionary { try $0.string } }
  }
}

extension Citm.Event {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    description = try fields.optional("description") { try $0.string }
    id = try fields.required("id") { try $0.int }
    logo = try fields.optional("logo") { try $0.string }
    name = try fields.required("name") { try $0.string }
    subTopicIds = try fields.required("subTopicIds") { try $0.array { try $0.int } }
    subjectCode = try fields.optional("subjectCode") { try $0.string }
    subtitle = try fields.optional("subtitle") { try $0.string }
    topicIds = try fields.required("topicIds") { try $0.array { try $0.int } }
  }
}

extension Citm.Performance {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    eventID = try fields.required("eventId") { try $0.int }
    id = try fields.required("id") { try $0.int }
    logo = try fields.optional("logo") { try $0.string }
    name = try fields.optional("name") { try $0.string }
    prices = try fields.required("prices") { try $0.array { try Citm.Price(from: $0) } }
    seatCategories = try fields.required("seatCategories") {
      try $0.array { try Citm.SeatCategory(from: $0) }
    }
    seatMapImage = try fields.optional("seatMapImage") { try $0.string }
    start = try fields.required("start") { try $0.int64 }
    venueCode = try fields.required("venueCode") { try $0.string }
  }
}

extension Citm.Price {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    amount = try fields.required("amount") { try $0.int }
    audienceSubCategoryID = try fields.required("audienceSubCategoryId") { try $0.int }
    seatCategoryID = try fields.required("seatCategoryId") { try $0.int }
  }
}

extension Citm.SeatCategory {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    areas = try fields.required("areas") { try $0.array { try Citm.Area(from: $0) } }
    seatCategoryID = try fields.required("seatCategoryId") { try $0.int }
  }
}

extension Citm.Area {
  init(from cursor: JSONCursor) throws {
    var fields = try cursor.fields
    areaID = try fields.required("areaId") { try $0.int }
    blockIds = try fields.required("blockIds") { try $0.array { try $0.int } }
  }
}
