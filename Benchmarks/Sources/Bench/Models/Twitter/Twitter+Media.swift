extension Twitter {
  /// A picture.
  struct Media: Codable, Sendable {
    let id: Int64
    let idStr: String
    let indices: [Int]
    let mediaURL: String
    let mediaURLHTTPS: String
    let url: String
    let displayURL: String
    let expandedURL: String
    let kind: String
    let sizes: Sizes
    let sourceStatusID: Int64?
    let sourceStatusIDStr: String?

    enum CodingKeys: String, CodingKey {
      case id = "id"
      case idStr = "id_str"
      case indices = "indices"
      case mediaURL = "media_url"
      case mediaURLHTTPS = "media_url_https"
      case url = "url"
      case displayURL = "display_url"
      case expandedURL = "expanded_url"
      case kind = "type"
      case sizes = "sizes"
      case sourceStatusID = "source_status_id"
      case sourceStatusIDStr = "source_status_id_str"
    }
  }

  /// The sizes in which a picture is available.
  struct Sizes: Codable, Sendable {
    let medium: Size
    let small: Size
    let thumb: Size
    let large: Size

    enum CodingKeys: String, CodingKey {
      case medium = "medium"
      case small = "small"
      case thumb = "thumb"
      case large = "large"
    }
  }

  /// A size, and how the picture was resized to it.
  struct Size: Codable, Sendable {
    let width: Int
    let height: Int
    let resize: String

    enum CodingKeys: String, CodingKey {
      case width = "w"
      case height = "h"
      case resize = "resize"
    }
  }
}
