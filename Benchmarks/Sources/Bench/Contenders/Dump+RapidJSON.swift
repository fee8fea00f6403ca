import CContenders
import Foundation

/// Structs in C++ with the same values, written by RapidJSON's Writer: from each build of the C++ sources.
///
/// Its text is compared as that of the other contenders that write values.
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
    let value = try JSONSerialization.jsonObject(with: Data(values[(colon + 1)...]))
    return try [UInt8](
      JSONSerialization.data(withJSONObject: value, options: [.sortedKeys, .prettyPrinted]))
  }
}
