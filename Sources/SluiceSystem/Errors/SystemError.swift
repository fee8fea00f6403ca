/// A system call that failed. The rooms above translate it into their own errors.
package struct SystemError: Error, CustomStringConvertible {
  /// What was to be done.
  package enum Operation: String, Sendable {
    case inspect, open, read, write, seek, cut, lock, duplicate, close, rename, link, wait
    case synchronize, setMode, setOwner
    /// A pipe or a thread.
    case make
  }

  package let operation: Operation
  package let code: Errno
  /// The path that the call was given; nil for a descriptor.
  package let path: String?

  package init(_ operation: Operation, _ code: Errno, path: String? = nil) {
    self.operation = operation
    self.code = code
    self.path = path
  }

  /// The error of this thread's last failed call: create it before any other call.
  static func last(_ operation: Operation, path: String? = nil) -> SystemError {
    SystemError(operation, .last, path: path)
  }

  /// What can't be done, for messages: "can't VERB PATH".
  package var verb: String {
    switch operation {
    case .synchronize: "write"
    case .setMode: "set the mode of"
    case .setOwner: "set the owner of"
    case .wait: "wait for"
    case .make: "make"
    default: operation.rawValue
    }
  }

  /// What to do about a folder that was given as a file.
  package static func advice(forFolder path: String) -> String {
    let slash = path.utf8.last == UInt8(ascii: "/")
    return "; to read the files in it, give '\(path)\(slash ? "" : "/")*'"
  }

  package var description: String {
    "can't \(verb)\(path.map { " \($0)" } ?? ""): \(code)"
  }
}
