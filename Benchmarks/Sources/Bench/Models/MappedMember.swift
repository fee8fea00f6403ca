import Foundation
import SluiceReflection

/// The same as a class of mapped properties.
final class MappedMember: JSONCreatableObject {
  @Mapped var id = ""
  @Mapped var name = ""
  @Mapped var email: String?
  @Mapped var age = 0
  @Mapped var points = 0
  @Mapped var visits: UInt = 0
  @Mapped var rating: Float = 0
  @Mapped var balance = 0.0
  @Mapped("is_active") var isActive = false
  @Mapped var homepage: URL?
  @Mapped var scores: [Int] = []
  @Mapped var address: Address?
  @Mapped var note: String?

  final class Address: JSONCreatableObject {
    @Mapped var street = ""
    @Mapped var city = ""
    @Mapped("postal_code") var postalCode: String?
  }

  required init() {}

  /// An object with the values of one of another type, which no reader has seen.
  init(made plain: ReflectedMember) {
    let address = Address()
    address.street = plain.address.street
    address.city = plain.address.city
    address.postalCode = plain.address.postalCode
    super.init()
    id = plain.id
    name = plain.name
    email = plain.email
    age = plain.age
    points = plain.points
    visits = plain.visits
    rating = plain.rating
    balance = plain.balance
    isActive = plain.isActive
    homepage = plain.homepage
    scores = plain.scores
    self.address = address
    note = plain.note
  }

  var plain: ReflectedMember {
    ReflectedMember(
      id: id, name: name, email: email, age: age, points: points, visits: visits, rating: rating,
      balance: balance, isActive: isActive, homepage: homepage, scores: scores,
      address: ReflectedMember.Address(
        street: address?.street ?? "", city: address?.city ?? "", postalCode: address?.postalCode),
      note: note)
  }
}

final class MappedAnswer: JSONCreatableObject {
  @Mapped var response: Response?

  final class Response: JSONCreatableObject {
    @Mapped var members: [MappedMember] = []
  }
}
