import Sluice
import SluiceFeed

#if canImport(Glibc)
  import Glibc
#elseif canImport(Musl)
  import Musl
#elseif canImport(Darwin)
  import Darwin
#endif

/// Whose rejects may have to be cut off a reject file: those of a job that began to write some, and has not
/// come to its source's end.
///
/// Noted in `PATH.sluice` beside the file, before the first of them. Another job is refused as long as the
/// note is there: its rejects would stand behind, and be cut off with those when that job is run again.
/// And without a note there is nothing to cut off.
final class RejectOwner {
  private struct Note: Equatable {
    let source: String
    let target: String
    let columns: String
  }

  private let place: String
  private let target: String
  private var noted: Note?

  /// Reads the note of a file that is locked.
  init(of file: RejectFile, target: String) throws(ImportError) {
    place = "\(file.path).sluice"
    self.target = target
    noted = try RejectOwner.read(place)
  }

  /// Whether one of these jobs noted itself. Throws when another did.
  func isOne(of jobs: [JobIdentity?]) throws(ImportError) -> Bool {
    guard let noted else { return false }
    let isOne = jobs.contains { job in
      guard let job else { return false }
      return noted == Note(source: job.source, target: target, columns: job.columns)
    }
    guard isOne else {
      throw ImportError(
        .rejects,
        "\(place.dropLast(".sluice".count)) has rejects of the import of \(noted.source) into"
          + " \(noted.target), which was interrupted: run that one again until it is done, or give"
          + " another reject file. (When it is given up for good, remove \(place))")
    }
    return true
  }

  /// Notes the job, before its first reject.
  func note(_ job: JobIdentity) throws(ImportError) {
    let note = Note(source: job.source, target: target, columns: job.columns)
    guard note != noted else { return }
    let json: JSON = [
      "source": .string(note.source), "target": .string(target), "columns": .string(note.columns),
    ]
    do {
      try OutputFile.write(try json.serialized(.pretty), to: place)
    } catch {
      throw ImportError(.rejects, "can't note whose rejects come: \(error)")
    }
    noted = note
  }

  /// The job's rejects are there to stay.
  func release() {
    guard noted != nil else { return }
    unlink(place)
    noted = nil
  }

  private static func read(_ place: String) throws(ImportError) -> Note? {
    guard let json = try OutputFile.json(at: place, unreadable: { unreadable(place, $0) }) else {
      return nil
    }
    guard let source = json["source"]?.string, let target = json["target"]?.string,
      let columns = json["columns"]?.string
    else { throw unreadable(place, "a field is missing") }
    return Note(source: source, target: target, columns: columns)
  }

  private static func unreadable(_ place: String, _ reason: String) -> ImportError {
    ImportError(
      .rejects,
      "\(place) says whose rejects stand beside it, and can't be read: \(reason). Give another"
        + " reject file, or remove it when no import was interrupted that wrote there")
  }
}
