import SluiceSystem

/// The descriptors 0, 1 and 2, which a caller may have closed (`1>&-`).
enum StandardStreams {
  /// Occupies closed descriptors, so that no file opened later gets one: messages would be written into a
  /// database. Opens them in the wrong direction, as GNU's tools do, so that using one is still an error:
  /// nothing is read as an empty feed, and no output is lost silently.
  static func secure() {
    for descriptor in [FileDescriptor.standardInput, .standardOutput, .standardError]
    where !descriptor.isOpen {
      // The lowest free descriptor, which is this one: all lower ones are open by now.
      guard FileDescriptor.null(forReading: descriptor != .standardInput) == descriptor else {
        CurrentProcess.exitNow(ExitStatus.failure.rawValue)
      }
    }
  }

  /// Redirects standard error away from a file that has another role: to standard output, or to nowhere.
  static func turnErrors(toOutput: Bool) {
    let other = toOutput ? .standardOutput : FileDescriptor.null()
    other?.replace(.standardError)
  }

  /// Closes standard output, after everything was written. An error that only shows now, such as a full
  /// network disk, counts as a write error. A standard output that was already closed is not an error if
  /// nothing was to be written.
  static func closeOutput() throws(OutputError) {
    do throws(SystemError) {
      try FileDescriptor.standardOutput.closeReporting()
    } catch {
      guard error.code != .badDescriptor, error.code != .interrupted else { return }
      throw OutputError(writing: error)
    }
  }
}
