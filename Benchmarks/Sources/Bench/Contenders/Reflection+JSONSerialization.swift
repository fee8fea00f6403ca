import Foundation

/// Both ways through dictionaries, property by property.
extension ReflectedMember {
  static func assigned(from data: Data) throws -> [ReflectedMember] {
    guard let root = try JSONSerialization.jsonObject(with: data) as? [String: Any],
      let response = root["response"] as? [String: Any],
      let members = response["members"] as? [[String: Any]]
    else { throw Missing.field }
    return members.map(ReflectedMember.init(assigned:))
  }

  private init(assigned fields: [String: Any]) {
    if let id = fields["id"] as? String { self.id = id }
    if let name = fields["name"] as? String { self.name = name }
    if let email = fields["email"] as? String { self.email = email }
    if let age = fields["age"] as? Int { self.age = age }
    if let points = fields["points"] as? Int { self.points = points }
    if let visits = fields["visits"] as? UInt { self.visits = visits }
    if let rating = fields["rating"] as? Double { self.rating = Float(rating) }
    if let balance = fields["balance"] as? Double { self.balance = balance }
    if let isActive = fields["is_active"] as? Bool { self.isActive = isActive }
    if let homepage = fields["homepage"] as? String { self.homepage = URL(string: homepage) }
    if let scores = fields["scores"] as? [Int] { self.scores = scores }
    if let address = fields["address"] as? [String: Any] {
      if let street = address["street"] as? String { self.address.street = street }
      if let city = address["city"] as? String { self.address.city = city }
      if let code = address["postal_code"] as? String { self.address.postalCode = code }
    }
    if let note = fields["note"] as? String { self.note = note }
  }

  /// In the form that reflection writes: without nil, and without empty arrays.
  var fields: [String: Any] {
    var place: [String: Any] = ["street": address.street, "city": address.city]
    if let code = address.postalCode { place["postal_code"] = code }
    var fields: [String: Any] = [
      "id": id, "name": name, "age": age, "points": points, "visits": visits, "rating": rating,
      "balance": balance, "is_active": isActive, "address": place,
    ]
    if let email { fields["email"] = email }
    if let homepage { fields["homepage"] = homepage.absoluteString }
    if !scores.isEmpty { fields["scores"] = scores }
    if let note { fields["note"] = note }
    return fields
  }
}
