public import Sluice

/// A job as a file.
extension ImportJobFile: CustomStringConvertible {
  /// The file as JSON, without the settings that have their default values.
  public var json: JSON {
    var object = JSONObject()
    for setting in JobSetting.all {
      if let value = setting.write(self) { object[setting.key] = value }
    }
    return .object(object)
  }

  /// The text of the file, as `init(parsing:)` takes it: indented, with a newline at its end.
  public var description: String {
    // Values of this type are well formed, so serializing them can't fail.
    ((try? json.serializedString(.pretty)) ?? json.description) + "\n"
  }
}
