import Foundation
import SluiceReflection

/// The same as a struct whose properties are listed in a table.
struct ListedMember: JSONPropertyMapped {
  var plain = ReflectedMember()
  var address = Address()

  init() {}

  static let jsonProperties: JSONProperties<ListedMember> = [
    JSONProperty("id", \.plain.id),
    JSONProperty("name", \.plain.name),
    JSONProperty("email", \.plain.email),
    JSONProperty("age", \.plain.age),
    JSONProperty("points", \.plain.points),
    JSONProperty("visits", \.plain.visits),
    JSONProperty("rating", \.plain.rating),
    JSONProperty("balance", \.plain.balance),
    JSONProperty("is_active", \.plain.isActive),
    JSONProperty("homepage", \.plain.homepage),
    JSONProperty("scores", \.plain.scores),
    JSONProperty("address", \.address),
    JSONProperty("note", \.plain.note),
  ]

  struct Address: JSONPropertyMapped {
    var street = ""
    var city = ""
    var postalCode: String?

    static let jsonProperties: JSONProperties<Address> = [
      JSONProperty("street", \.street),
      JSONProperty("city", \.city),
      JSONProperty("postal_code", \.postalCode),
    ]
  }

  var complete: ReflectedMember {
    var member = plain
    member.address = ReflectedMember.Address(
      street: address.street, city: address.city, postalCode: address.postalCode)
    return member
  }
}

struct ListedAnswer: JSONPropertyMapped {
  var response = Response()

  static let jsonProperties: JSONProperties<ListedAnswer> = [JSONProperty("response", \.response)]

  struct Response: JSONPropertyMapped {
    var members: [ListedMember] = []

    static let jsonProperties: JSONProperties<Response> = [JSONProperty("members", \.members)]
  }
}
