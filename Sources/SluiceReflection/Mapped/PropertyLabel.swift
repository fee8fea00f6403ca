/// The names that mirrors give to stored properties.
enum PropertyLabel {
  /// Returns the property's own name: lazy ones are stored under another.
  static func property(_ label: String) -> String {
    let lazy = "$__lazy_storage_$_"
    return label.hasPrefix(lazy) ? String(label.dropFirst(lazy.count)) : label
  }

  /// Returns the name of a wrapped property, given that of its storage.
  static func wrapped(_ label: String) -> String {
    label.hasPrefix("_") ? String(label.dropFirst()) : label
  }
}
