import Foundation
import SluiceReflection

/// An entity of thirteen properties for reflection: the same as ``Member``, with initial values.
struct ReflectedMember: JSONCreatable {
  var id = ""
  var name = ""
  var email: String?
  var age = 0
  var points = 0
  var visits: UInt = 0
  var rating: Float = 0
  var balance = 0.0
  var isActive = false
  var homepage: URL?
  var scores: [Int] = []
  var address = Address()
  var note: String?

  enum CodingKeys: String, CodingKey {
    case id, name, email, age, points, visits, rating, balance
    case isActive = "is_active"
    case homepage, scores, address, note
  }

  struct Address: JSONCreatable {
    var street = ""
    var city = ""
    var postalCode: String?

    enum CodingKeys: String, CodingKey {
      case street, city
      case postalCode = "postal_code"
    }
  }
}

/// The object that contains the members.
struct ReflectedAnswer: JSONCreatable {
  var response = Response()

  struct Response: JSONCreatable {
    var members: [ReflectedMember] = []
  }
}
