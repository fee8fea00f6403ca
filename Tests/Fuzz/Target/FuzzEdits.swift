import Sluice
import SluiceEditing

/// Edits of any document: the text after a patch has the value that the same patch makes of the owned value, an edit
/// that fails leaves no trace, and a document that is broken gives an error or a text.
enum FuzzEdits {
  nonisolated(unsafe) private static var reader = JSONReader()

  /// The document's first byte says how many of its last bytes are the edits.
  static func run(_ input: [UInt8], control: UInt8) {
    guard let first = input.first else { return }
    let count = min(Int(first % 32), input.count - 1)
    let document = Array(input.dropFirst().dropLast(count))
    let steps = Array(input.suffix(count))
    let policies: [DuplicateKeys] = [.firstWins, .lastWins, .reject]
    reader.options = JSONOptions(
      checking: .full, duplicateKeys: policies[Int(control) % policies.count])
    guard let value = try? reader.withDocument(document, { try $0.materialize() }) else {
      reader.options.checking = .accessed
      try? reader.withDocument(document) { root in
        _ = try? root.edited { edit in
          for step in steps { change(edit, step) }
        }
      }
      return
    }
    let patch = JSONPatch(operations(steps, on: value))
    let wanted = try? value.applying(patch)
    // The value that stays in its document is the same, also when it is changed.
    guard let kept = try? JSON(parsing: document, options: reader.options), kept == value,
      value == kept, kept.hashValue == value.hashValue, kept.description == value.description,
      kept.detached() == value, (try? kept.applying(patch)) == wanted
    else { disagreement("a value in its document and the one that was made", document) }
    let found = try? reader.withDocument(document) { root in
      try root.edited { $0.apply(patch) }
    }
    switch (wanted, found) {
    case (nil, nil): return
    case (let wanted?, let found?):
      guard let again = try? JSON(parsing: found, options: reader.options), again == wanted else {
        disagreement("the text after a patch and the value", document)
      }
    default: disagreement("a patch succeeds on one face only", document)
    }
  }

  /// Changes that need not fit the document.
  private static func change(_ edit: JSONEditor, _ step: UInt8) {
    let key = String(UnicodeScalar(0x61 + (step >> 4)))
    let index = Int(step >> 4)
    switch step & 7 {
    case 0: edit[key] = 1
    case 1: edit[index] = [2]
    case 2: edit[key] = nil
    case 3: edit[index] = nil
    case 4: edit.append("x")
    case 5: edit[key][index] = true
    case 6: edit[key].rename(to: "z")
    default: _ = (edit[key].value, edit[index].count)
    }
  }

  /// One operation for each byte, on places that the value has at that time.
  private static func operations(_ steps: [UInt8], on value: JSON) -> [JSONPatch.Operation] {
    var here = value
    var operations: [JSONPatch.Operation] = []
    for (i, step) in steps.enumerated() {
      let path = FuzzEdits.path(in: here, Int(step >> 3) &+ i)
      let other = JSONPointer(
        tokens: FuzzEdits.path(in: here, Int(step) &* 7 &+ i).tokens.dropLast() + ["a"])
      let operation: JSONPatch.Operation =
        switch step & 7 {
        case 0: .add(other, ["n": [1, nil]])
        case 1: .add(JSONPointer(tokens: path.tokens + ["-"]), 1)
        case 2, 3: .remove(path)
        case 4: .replace(path, [[], "x"])
        case 5: .move(from: path, to: other)
        case 6: .copy(from: path, to: other)
        default: .test(path, here[path] ?? .null)
        }
      operations.append(operation)
      guard let next = try? here.applying(JSONPatch([operation])) else { break }
      here = next
    }
    return operations
  }

  private static func path(in json: JSON, _ choice: Int) -> JSONPointer {
    var tokens: [String] = []
    var here = json
    var left = choice
    while here.count > 0, tokens.isEmpty || left & 3 != 0, tokens.count < 8 {
      let child = left % here.count
      switch here {
      case .object(let object):
        tokens.append(object[child].key)
        here = object[child].value
      case .array(let elements):
        tokens.append("\(child)")
        here = elements[child]
      default: break
      }
      left /= 3
    }
    return JSONPointer(tokens: tokens)
  }
}
