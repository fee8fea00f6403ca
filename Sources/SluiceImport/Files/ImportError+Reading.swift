import SluiceRows
import SluiceSystem

extension ImportError {
  /// Turns errors in reading a source into errors of the job.
  static func reading<R>(_ body: () throws -> R) throws(ImportError) -> R {
    do {
      return try body()
    } catch let error as ImportError {
      throw error
    } catch {
      throw ImportError(.source, "\(error)")
    }
  }

  /// The same for a file.
  static func reading<R>(
    file path: String, _ body: () throws(SystemError) -> R
  ) throws(ImportError) -> R {
    do throws(SystemError) {
      return try body()
    } catch {
      throw ImportError(reading: path, error)
    }
  }

  init(reading path: String, _ error: SystemError) {
    self.init(
      .source,
      "can't read \(path): \(error.code)"
        + (error.code == .isFolder ? SystemError.advice(forFolder: path) : ""))
  }
}
