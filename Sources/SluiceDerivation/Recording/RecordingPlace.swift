import Sluice
import SluiceDecoding

/// Where a value is decoded while a type is recorded, and its part of the example.
struct RecordingPlace {
  let path: [any CodingKey]
  let example: JSON?

  /// The path in words.
  var text: String {
    path.reduce("$") { text, key in
      text + (key.intValue.map { "[\($0)]" } ?? PathText.step(key.stringValue))
    }
  }

  /// The place of a field, whose key the document spells `name`.
  func field(_ key: any CodingKey, _ name: String) -> RecordingPlace {
    RecordingPlace(path: path + [key], example: example?.object?[name])
  }

  func element(_ index: Int) -> RecordingPlace {
    RecordingPlace(
      path: path + [DocumentKey(index: index)],
      example: example?.array?.dropFirst(index).first)
  }

  /// The place of a dictionary's values.
  func anyField() -> RecordingPlace {
    RecordingPlace(
      path: path + [DocumentKey(stringValue: "*")], example: example?.object?.values.first)
  }
}
