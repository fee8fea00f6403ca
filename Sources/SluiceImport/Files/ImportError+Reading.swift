import SluiceRows

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
}
