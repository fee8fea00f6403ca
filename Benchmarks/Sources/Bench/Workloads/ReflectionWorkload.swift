import CContenders
import Foundation
import Results
import SluiceReflection

/// The work of reflection: a list of entities into structs and classes, and back.
enum ReflectionWorkload {
  static let names = [
    "reflection.read.struct", "reflection.read.mapped", "reflection.read.table",
    "reflection.write.struct", "reflection.write.mapped", "reflection.write.made",
  ]

  static func makeReadStruct(_ settings: Settings) throws -> Workload {
    makeRead("struct") { documents in
      ReflectionReading("sluice", over: documents) { data -> [ReflectedMember] in
        let answer: ReflectedAnswer = try JSONDeserializer().deserialize(data)
        return answer.response.members
      } sample: {
        sample($0, &$1)
      } plain: {
        $0
      }
    }
  }

  static func makeReadMapped(_ settings: Settings) throws -> Workload {
    makeRead("mapped") { documents in
      ReflectionReading("sluice", over: documents) { data -> [MappedMember] in
        let answer: MappedAnswer = try JSONDeserializer().deserialize(data)
        return answer.response?.members ?? []
      } sample: { member, tally in
        tally.text(member.id)
        tally.integer(Int64(member.age))
        tally.real(member.balance)
        if let email = member.email { tally.text(email) } else { tally.missing() }
      } plain: {
        $0.plain
      }
    }
  }

  static func makeReadTable(_ settings: Settings) throws -> Workload {
    makeRead("table") { documents in
      ReflectionReading("sluice", over: documents) { data -> [ListedMember] in
        let answer: ListedAnswer = try JSONDeserializer().deserialize(data)
        return answer.response.members
      } sample: {
        sample($0.plain, &$1)
      } plain: {
        $0.complete
      }
    }
  }

  static func makeWriteStruct(_ settings: Settings) throws -> Workload {
    let members = try ReflectedMember.assigned(from: Data(Members.make()))
    return makeWrite("struct", members) { try JSONSerializer().serialize(members) }
  }

  /// Objects that were read, which remember where their values are.
  static func makeWriteMapped(_ settings: Settings) throws -> Workload {
    let data = Data(Members.make())
    let answer: MappedAnswer = try JSONDeserializer().deserialize(data)
    let mapped = answer.response?.members ?? []
    return makeWrite("mapped", try ReflectedMember.assigned(from: data)) {
      try JSONSerializer().serialize(mapped)
    }
  }

  /// Objects of the same class that the program made, which only mirrors can describe.
  static func makeWriteMade(_ settings: Settings) throws -> Workload {
    let members = try ReflectedMember.assigned(from: Data(Members.make()))
    let made = members.map(MappedMember.init(made:))
    return makeWrite("made", members) { try JSONSerializer().serialize(made) }
  }

  private static func makeRead(
    _ way: String, _ sluice: (Documents) -> any Contender
  ) -> Workload {
    let bytes = Members.make()
    let documents = Documents([bytes])
    return Workload(
      name: "reflection.read.\(way)",
      input: InputReport("generated members", bytes, seed: Members.seed),
      records: Members.count, recordName: "members",
      contenders: [
        ReflectionReading("jsonserialization", over: documents) { data in
          try ReflectedMember.assigned(from: data)
        } sample: {
          sample($0, &$1)
        } plain: {
          $0
        },
        sluice(documents),
      ],
      documents: documents)
  }

  private static func makeWrite(
    _ way: String, _ members: [ReflectedMember], _ sluice: @escaping () throws -> Data
  ) -> Workload {
    let bytes = Members.make()
    return Workload(
      name: "reflection.write.\(way)",
      input: InputReport("generated members, read", bytes, seed: Members.seed),
      records: Members.count, recordName: "members",
      contenders: [
        ReflectionWriting("jsonserialization") {
          // Fewer escapes are its faster way, and Sluice writes the same ones.
          try JSONSerialization.data(
            withJSONObject: members.map(\.fields), options: .withoutEscapingSlashes)
        },
        ReflectionWriting("sluice", sluice),
      ],
      documents: Documents([bytes]))
  }

  private static func sample(_ member: ReflectedMember, _ tally: inout Tally) {
    tally.text(member.id)
    tally.integer(Int64(member.age))
    tally.real(member.balance)
    if let email = member.email { tally.text(email) } else { tally.missing() }
  }
}
