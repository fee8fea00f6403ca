import Sluice
import SluiceFeed
import SluiceSystem

extension ImportJobFile {
  /// Reads a job file. Paths in it are relative to its own folder.
  ///
  /// Throws `ImportError` that names the file, the place in it, what was expected and what was found.
  public init(contentsOf path: String) throws(ImportError) {
    let json = try ImportJobFile.opening(path) {
      var reader = JSONReader(options: ImportJobFile.strict)
      return try reader.withDocument(contentsOfFile: path) { root in try root.materialize() }
    }
    try self.init(json, named: path)
    let folder = String(path[..<FilePath.nameStart(in: path)])
    if !folder.isEmpty { move(into: folder) }
  }

  /// Parses a job file's text. Paths in it stay unchanged.
  ///
  /// Throws `ImportError` that names the place, what was expected and what was found.
  public init(parsing text: String) throws(ImportError) {
    let name = "the job file"
    let json = try ImportJobFile.opening(name) {
      try JSON(parsing: text, options: ImportJobFile.strict)
    }
    try self.init(json, named: name)
  }

  private static let strict = JSONOptions(checking: .full, duplicateKeys: .reject, depthLimit: 64)

  private static func opening(
    _ name: String, _ body: () throws -> JSON
  ) throws(ImportError) -> JSON {
    do {
      return try body()
    } catch let error as JSONError where error.code == .io {
      throw ImportError(.badJob, "\(error)")
    } catch {
      throw ImportError(.badJob, "\(PrintableText.line(name)): \(error)")
    }
  }

  private init(_ json: JSON, named name: String) throws(ImportError) {
    self.init()
    do throws(ImportError) {
      try ImportJobFile.shape.check(json, at: "$")
      // In the order of the settings: some depend on earlier ones.
      for setting in JobSetting.all {
        guard let value = json[setting.key] else { continue }
        try setting.read(value, "$.\(setting.key)", &self)
      }
    } catch {
      throw ImportError(error.kind, "\(PrintableText.line(name)): \(error.message)")
    }
  }

  /// The shape of the whole file.
  static var shape: JobShape {
    var fields = JobSetting.all.map { setting in
      JobObject.Field(key: setting.key, shape: setting.shape, help: setting.help)
    }
    fields.append(
      JobObject.Field(
        key: "$schema", shape: .text(mayHoldNUL: true),
        help: "the schema of job files, for editors; ignored"))
    return .object(JobObject(fields: fields))
  }

  /// Makes all relative paths relative to a folder, whose name ends with a slash.
  private mutating func move(into folder: String) {
    func place(_ path: String) -> String { path.starts(withText: "/") ? path : folder + path }
    sources = sources.map { source in
      guard source != "-", !source.starts(withText: "/"), SourceAddress(ifURL: source) == nil
      else {
        return source
      }
      guard SourceDescription.isPattern(source), !SourceDescription.isThere(folder + source) else {
        return folder + source
      }
      return SourceDescription.escaped(folder) + source
    }
    target = target.map { TargetDescription.text($0, placing: place) }
    options.rejectFile = options.rejectFile.map(place)
  }
}
