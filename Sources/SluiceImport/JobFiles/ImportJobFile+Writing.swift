public import Sluice

/// A job as a file.
extension ImportJobFile: CustomStringConvertible {
  /// The file as JSON. What is as it is unless told is left out.
  public var json: JSON {
    var object = JSONObject()
    for setting in JobSetting.all {
      if let value = setting.write(self) { object[setting.key] = value }
    }
    return .object(object)
  }

  /// The text of the file, which `init(parsing:)` takes: indented, with a newline at its end.
  public var description: String {
    // Values of this type are well formed: the text of them can't fail.
    ((try? json.serializedString(.pretty)) ?? json.description) + "\n"
  }
}
