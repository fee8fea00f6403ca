import SluiceSystem

/// A file on this machine that a sink writes.
public struct SinkFile: Sendable, Hashable {
  let path: String
  /// The number of a standard stream instead.
  let descriptor: FileDescriptor?
  /// The endings of the files that are kept with it.
  let endings: [String]

  /// `endings`: those of the files that are kept beside it: `["-wal"]`.
  public init(path: String, endings: [String] = []) {
    (self.path, descriptor, self.endings) = (path, nil, endings)
  }

  /// A standard stream.
  init(_ descriptor: FileDescriptor) {
    (path, self.descriptor, endings) = ("", descriptor, [])
  }
}

extension FileRoles {
  mutating func writes(_ file: SinkFile) {
    if let descriptor = file.descriptor {
      writes(descriptor: descriptor, as: "standard output")
    } else {
      writes(file.path, as: "the target", besides: file.endings)
    }
  }
}
