import Sluice
import SluiceRows

/// A value that a type was seen to encode, and what becomes of it in a row.
final class EncodedMember {
  enum MemberForm {
    case nothing
    /// A scalar, which has a column.
    case leaf(ColumnType)
    /// Members, each with columns of its own.
    case object
    /// A value whose parts differ from record to record: one column of JSON.
    case json
  }

  struct Field {
    /// The key as the type spells it, and as the columns do.
    let key: String
    let name: String
    let member: EncodedMember
    var isRequired: Bool
  }

  private(set) var form = MemberForm.nothing
  private(set) var fields: [Field] = []

  /// Notes what was encoded. A value of another form than before has none: it is JSON.
  func adopt(_ new: MemberForm) {
    switch (form, new) {
    case (.nothing, _), (.object, .object): form = new
    case (.leaf(let known), .leaf(let type)) where known == type: break
    default: form = .json
    }
  }

  /// The member of a key. It is required if each of its values was there.
  func field(_ key: String, _ name: String, isRequired: Bool) -> EncodedMember {
    adopt(.object)
    if let place = fields.firstIndex(where: { haveSameUTF8($0.key, key) }) {
      if !isRequired { fields[place].isRequired = false }
      return fields[place].member
    }
    let member = EncodedMember()
    fields.append(Field(key: key, name: name, member: member, isRequired: isRequired))
    return member
  }
}
