import Results
import SluiceConvert

/// The work of `<--`: a list of entities whose members need conversions.
enum ConvertWorkload {
  static func make(_ settings: Settings) throws -> Workload {
    let bytes = Contacts.make()
    let documents = Documents([bytes])
    return Workload(
      name: "convert", input: InputReport("generated contacts", bytes, seed: Contacts.seed),
      records: Contacts.count, recordName: "contacts",
      contenders: [
        ConvertJSONSerialization("jsonserialization.casts", over: documents) {
          try Contact(casting: $0)
        },
        ConvertJSONSerialization("jsonserialization.convert", over: documents) {
          Contact(dictionary: $0)
        },
        DecodingCursor(over: documents) { root in try root.array { try Contact(from: $0) } },
        DecodingSluice(over: documents) { data -> [Contact] in
          var contacts: [Contact] = []
          contacts <-- data
          return contacts
        },
      ],
      counted: ["sluice", "cursor"], documents: documents)
  }
}
