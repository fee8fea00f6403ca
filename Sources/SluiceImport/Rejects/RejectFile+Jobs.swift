import Sluice
import SluiceFeed
import SluiceSystem

extension Checkpoint {
  fileprivate static let rejectsWord = "rejects"

  /// The reject file with the rejects that are counted.
  var rejectProof: FileProof {
    fingerprint.fact(Checkpoint.rejectsWord).flatMap { FileProof($0, length: rejectFileLength) }
      ?? FileProof(unprovenAt: rejectFileLength)
  }

  /// The same with another reject file at its path.
  func with(renewedRejects proof: FileProof) -> Checkpoint {
    var checkpoint = self
    checkpoint.rejectFileLength = proof.length
    checkpoint.fingerprint = fingerprint.setting(Checkpoint.rejectsWord, to: proof.text)
    return checkpoint
  }
}

extension SourceFingerprint {
  /// The same with what proves the reject file; nil: nothing does.
  func with(rejects proof: FileProof?) -> SourceFingerprint {
    proof?.text.map { adding(Checkpoint.rejectsWord, $0) } ?? self
  }
}

/// The reject file of a job. Three rules keep it exact in spite of kills. It is on the disk (`synchronize`)
/// before the checkpoint that counts its lines. The checkpoint holds its length. A job that did not come to
/// its end cuts off what is after that length before it continues; `RejectOwner` ensures that those are its
/// own rejects, and `FileProof` that the file is the one that was written.
extension RejectFile {
  /// Makes the file ready for some jobs: cuts off what an earlier run wrote after its checkpoint, or all
  /// that it wrote when the jobs begin anew. Returns its owner; nil when it is not a regular file.
  ///
  /// `earlier`: the checkpoint of the unfinished job; `checkpoints`: those of all. `replaces`: the target's
  /// rows are replaced, and the rejects remain those of an interrupted job until all rows are.
  static func prepare(
    _ file: RejectFile, as path: String, for jobs: [JobIdentity?], into target: String,
    resuming earlier: Checkpoint?, _ checkpoints: [Checkpoint?], replaces: Bool,
    _ notes: inout [ImportNote]
  ) throws(ImportError) -> RejectOwner? {
    guard file.isRegular else { return nil }
    let owner = try RejectOwner(of: file, target: target, replaces: replaces)
    switch try owner.claim(jobs, checkpoints) {
    case .discarded(let written):
      try cut(file, as: path, to: written)
      try importing { () throws(JSONError) in try file.endLastLine() }
      try owner.takeOver(jobs)
      return owner
    case .own(let written):
      try checkResumed(file, as: path, by: earlier, &notes)
      if let written { try cut(file, as: path, to: written) }
    case .none: try checkResumed(file, as: path, by: earlier, &notes)
    }
    try importing { () throws(JSONError) in try file.endLastLine() }
    return owner
  }

  /// Throws when an unfinished job does not find its rejects. Another file at their path may be the one without those of
  /// a job that began anew: then a note says what is missing.
  private static func checkResumed(
    _ file: RejectFile, as path: String, by earlier: Checkpoint?, _ notes: inout [ImportNote]
  ) throws(ImportError) {
    guard let earlier, let earlierFile = earlier.rejectFile, !earlier.isFinished else { return }
    guard earlierFile == ByteName(file.path) else { throw missing(earlierFile.text) }
    guard file.length < earlier.rejectFileLength else { return }
    guard let written = earlier.rejectProof.inode, let found = try file.identity?.inode,
      written != found
    else {
      throw ImportError(
        .rejects,
        "\(path) has \(file.length) bytes, but the job wrote \(earlier.rejectFileLength): some of"
          + " its rejects are gone. Put them back, or begin anew: \(anew)")
    }
    notes.append(
      ImportNote(
        kind: .unchecked,
        message:
          "\(path) has \(file.length) bytes, and had \(earlier.rejectFileLength) when the job wrote to it; it is"
          + " another file since then (inode \(found), not \(written)): a job that began anew has removed its"
          + " rejects, or someone has replaced the file"))
  }

  private static let anew = "--restart or --mode replace, with another reject file"

  /// Cuts off what a killed run wrote after a length, once it is proven that this is the file that it wrote to.
  private static func cut(
    _ file: RejectFile, as path: String, to written: FileProof
  ) throws(ImportError) {
    // Someone has already cut it.
    guard file.length >= written.length else { return }
    let isLonger = file.length > written.length
    #if PLANTED
      let asks = !PlantedFault.foreignRejects.isOn
    #else
      let asks = true
    #endif
    if asks, let difference = try difference(of: file, as: path, from: written, isLonger) {
      let more =
        isLonger ? " \(file.length - written.length) bytes after byte \(written.length)" : ""
      throw ImportError(
        .rejects,
        "\(path) is not the reject file that the interrupted run left: \(difference.text). Nothing was"
          + " changed\(more.isEmpty ? "" : ", and\(more) stay"). Put back the file of that run, which may"
          + " have been renamed"
          + (difference.isCopy
            ? ", or, if this is a copy of it, cut the copy: truncate -s \(written.length) \(path)"
            : "")
          + ". Or begin anew: \(anew)")
    }
    guard isLonger else { return }
    try importing { () throws(JSONError) in try file.cut(to: written.length) }
  }

  private static func difference(
    of file: RejectFile, as path: String, from written: FileProof, _ isLonger: Bool
  ) throws(ImportError) -> FileProof.Difference? {
    guard let reader = file.reader else {
      return isLonger ? FileProof.Difference(text: "it can't be read") : nil
    }
    return try importing { () throws(JSONError) in
      try JSONError.naming(path) { () throws(SystemError) in
        try isLonger
          ? written.difference(forCutting: reader, linesBeginning: Reject.beginning)
          : written.difference(inContentOf: reader)
      }
    }
  }

  /// How the file begins; nothing if it can't be read.
  var head: [UInt8] {
    get throws(ImportError) {
      guard let reader else { return [] }
      return try RejectFile.importing { () throws(JSONError) in
        try JSONError.naming(path) { () throws(SystemError) in try reader.bytes(at: 0, count: 64) }
      }
    }
  }

  /// What proves that the file is this one, up to its end; nil: it can't be read.
  func proof() throws(ImportError) -> FileProof? {
    guard let reader else { return nil }
    try RejectFile.importing { () throws(JSONError) in try flush() }
    return try RejectFile.importing { () throws(JSONError) in
      try JSONError.naming(path) { () throws(SystemError) in
        try FileProof(of: reader, length: length)
      }
    }
  }

  /// An unfinished job may have written rejects that its checkpoint does not count: they can be cut off
  /// only with the same file.
  static func missing(_ path: String) -> ImportError {
    ImportError(
      .rejects,
      "the job was interrupted while it wrote its rejects to \(path): give that reject"
        + " \(path.starts(withText: RejectRow.prefix) ? "table" : "file") again until the job is finished"
    )
  }

  /// Turns errors of the file into errors of the job.
  static func importing<R>(_ body: () throws(JSONError) -> R) throws(ImportError) -> R {
    do throws(JSONError) {
      return try body()
    } catch {
      throw ImportError(.rejects, error.summary)
    }
  }
}
