import SluiceConvert

/// The same eight lines over the document and over a dictionary.
extension Contact: JSONDeserializable {
  init(dictionary: JSONMembers) {
    id <-- dictionary["id"]
    name <-- dictionary["name"]
    age <-- dictionary["age"]
    rating <-- dictionary["rating"]
    isActive <-- dictionary["active"]
    email <-- dictionary["email"]
    tags <-- dictionary["tags"]
    level <-- dictionary["level"]
  }

  init(dictionary: [String: Any]) {
    id <-- dictionary["id"]
    name <-- dictionary["name"]
    age <-- dictionary["age"]
    rating <-- dictionary["rating"]
    isActive <-- dictionary["active"]
    email <-- dictionary["email"]
    tags <-- dictionary["tags"]
    level <-- dictionary["level"]
  }
}
