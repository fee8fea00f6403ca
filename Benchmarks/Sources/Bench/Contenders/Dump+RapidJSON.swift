import CContenders
import Foundation
import Sluice

/// Structs in C++ with the same values, written by RapidJSON's Writer: from each build of the C++ sources.
///
/// Its text is compared as that of the other contenders that write values, but for the digits of doubles: RapidJSON may
/// write others than the shortest ones for a value, and JSONSerialization compares long numbers as decimals.
final class DumpRapidJSON: Contender {
  let name: String
  private let contender: any Contender

  private init(_ contender: any Contender) {
    name = contender.name
    self.contender = contender
  }

  static func all(
    _ document: String, over documents: Documents, _ settings: Settings
  ) throws -> [any Contender] {
    try CppContender.all(["dump.rapidjson.\(document)": "rapidjson"], over: documents, settings)
      .map { $0 is CppContender ? DumpRapidJSON($0) : $0 }
  }

  func run(passes: Int) throws -> Tally { try contender.run(passes: passes) }

  func values() throws -> [UInt8] {
    let values = try contender.values()
    guard let colon = values.firstIndex(of: UInt8(ascii: ":")) else {
      throw Unavailable(description: "wrote no text")
    }
    let written = try JSON(parsing: Array(values[(colon + 1)...]))
    let text = try DumpRapidJSON.withShortestDoubles(written).serialized()
    let value = try JSONSerialization.jsonObject(with: Data(text))
    return try [UInt8](
      JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .prettyPrinted]))
  }

  private static func withShortestDoubles(_ value: JSON) throws -> JSON {
    switch value {
    case .number(let number):
      guard value.int == nil, let double = number.double else { return value }
      return try JSON(double)
    case .array(let elements): return .array(JSONArray(try elements.map(withShortestDoubles)))
    case .object(let fields):
      return .object(
        JSONObject(try fields.map { (key: $0.key, value: try withShortestDoubles($0.value)) }))
    default: return value
    }
  }
}
