import Sluice

/// One thing that `sluice doctor` examined.
struct Finding {
  enum State: String {
    case ok
    /// Something that a job may need is missing, or small.
    case attention
    /// Something that every job needs does not work.
    case fault
  }

  /// The heading under which it is printed.
  let section: String
  let name: String
  /// What was found, in a few words.
  var value: String
  var state = State.ok
  /// What to do about it.
  var advice: String?
  /// The same for programs.
  var facts = JSONObject()

  var json: JSON {
    var object: JSONObject = [
      "section": .string(section), "name": .string(name), "state": .string(state.rawValue),
      "value": .string(value),
    ]
    if let advice { object["advice"] = .string(advice) }
    for (key, fact) in facts { object[key] = fact }
    return .object(object)
  }
}
