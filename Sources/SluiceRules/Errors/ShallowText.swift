import Sluice

/// Describes a value like `String(describing:)`, but only a few levels deep and as long as an error
/// quotes. The standard library describes all of the value, and uses stack for each level.
///
/// ```
/// Folder(name: "a", folders: [Folder(name: "b", folders: […])])
/// ```
struct ShallowText {
  private static let levels = 3
  private var text = ""

  static func describing(_ value: Any) -> String {
    var shallow = ShallowText()
    shallow.add(value, levels: levels, isRoot: true)
    return shallow.text
  }

  private mutating func add(_ value: Any, levels: Int, isRoot: Bool = false) {
    if let optional = value as? any AnyOptional {
      guard let wrapped = optional.wrapped else { return text += "nil" }
      text += "Optional("
      add(wrapped, levels: levels)
      return text += ")"
    }
    let mirror = Mirror(reflecting: value)
    let style = mirror.displayStyle
    // Classes, and types with their own description, are described without their parts.
    guard !mirror.children.isEmpty, style != .class,
      style == .collection || style == .dictionary || style == .set
        || !(value is any CustomStringConvertible)
    else {
      return text += isRoot ? String(describing: value) : String(reflecting: value)
    }
    let (open, close) = brackets(mirror, value)
    text += open
    if levels > 0 {
      addChildren(of: mirror, levels: levels - 1)
    } else {
      text += "…"
    }
    text += close
  }

  private mutating func addChildren(of mirror: Mirror, levels: Int) {
    var isFirst = true
    for child in mirror.children {
      if !isFirst { text += ", " }
      isFirst = false
      guard text.utf8.count <= JSONDescription.longest else { return text += "…" }
      if mirror.displayStyle == .dictionary {
        // An entry is a pair of a key and a value.
        let pair = Array(Mirror(reflecting: child.value).children)
        add(pair[0].value, levels: levels)
        text += ": "
        add(pair[1].value, levels: levels)
      } else if mirror.displayStyle == .enum {
        // The label is the case's name, and precedes the bracket.
        let isTuple = Mirror(reflecting: child.value).displayStyle == .tuple
        if isTuple {
          addChildren(of: Mirror(reflecting: child.value), levels: levels)
        } else {
          add(child.value, levels: levels)
        }
      } else {
        if let label = child.label, !label.hasPrefix(".") { text += "\(label): " }
        add(child.value, levels: levels)
      }
    }
  }

  private func brackets(_ mirror: Mirror, _ value: Any) -> (String, String) {
    switch mirror.displayStyle {
    case .collection, .dictionary: ("[", "]")
    case .set: ("Set([", "])")
    case .tuple: ("(", ")")
    case .enum: ("\(mirror.children.first?.label ?? "")(", ")")
    default: ("\(type(of: value))(", ")")
    }
  }
}
