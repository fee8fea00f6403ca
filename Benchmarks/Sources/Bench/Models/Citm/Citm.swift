/// All of citm_catalog.json: a property for each field that the document has.
enum Citm {
  /// The whole document. Names and events by their ids.
  struct Catalog: Codable, Sendable {
    let areaNames: [String: String]
    let audienceSubCategoryNames: [String: String]
    let blockNames: [String: String]
    let events: [String: Event]
    let performances: [Performance]
    let seatCategoryNames: [String: String]
    let subTopicNames: [String: String]
    let subjectNames: [String: String]
    let topicNames: [String: String]
    let topicSubTopics: [String: [Int]]
    let venueNames: [String: String]

    enum CodingKeys: String, CodingKey {
      case areaNames = "areaNames"
      case audienceSubCategoryNames = "audienceSubCategoryNames"
      case blockNames = "blockNames"
      case events = "events"
      case performances = "performances"
      case seatCategoryNames = "seatCategoryNames"
      case subTopicNames = "subTopicNames"
      case subjectNames = "subjectNames"
      case topicNames = "topicNames"
      case topicSubTopics = "topicSubTopics"
      case venueNames = "venueNames"
    }
  }

  /// An event.
  struct Event: Codable, Sendable {
    let description: String?
    let id: Int
    let logo: String?
    let name: String
    let subTopicIds: [Int]
    let subjectCode: String?
    let subtitle: String?
    let topicIds: [Int]

    enum CodingKeys: String, CodingKey {
      case description = "description"
      case id = "id"
      case logo = "logo"
      case name = "name"
      case subTopicIds = "subTopicIds"
      case subjectCode = "subjectCode"
      case subtitle = "subtitle"
      case topicIds = "topicIds"
    }
  }
}
