/// The models of Bender's own examples.
final class Folder {
  var name: String!
  var size: Int64!
  var folders: [Folder]?
}

struct FolderValue: Equatable {
  var name: String
  var size: Int64
  var folders: [FolderValue]?
}

final class Passport {
  var number: Int?
  var issuedBy: String!
  var valid: Bool!
}

final class Person {
  var name: String!
  var age: Float!
  var passport: Passport!
  var oldPass: Passport?
  var nested: [Passport] = []
}

enum Issuer { case unknown, fms, sms, opg }
enum Active { case inactive, active }

struct Pass: Equatable {
  var issuedBy = Issuer.unknown
  var active = Active.inactive
}
