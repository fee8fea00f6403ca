import Sluice
import SluiceFeed

extension ImportJob {
  /// Finds the progress of an object whose name lacks something. Those of objects whose names are the same are numbered:
  /// `URL`, `URL#2`, …
  ///
  /// The one with the same values is the object's. Without one, it is that of an object whose text this one continues, if
  /// they differ only in what is given out anew, such as a token; otherwise the object is new.
  func distinguish(_ file: JobSource, at address: SourceAddress) throws(ImportError) {
    guard !file.content.maskedParameters.isEmpty else { return }
    if let masked = objects.masked[address] { return file.distinguish(as: masked) }
    func name(_ number: Int) -> ByteName {
      ByteName(file.path + (number == 1 ? "" : "#\(number)") + rangeSuffix)
    }
    let taken = Set(objects.masked.values.map(\.name))
    var known: [ByteName: Checkpoint] = [:]
    let sources = try sink.keepsRowsBack ? [] : sink.knownSources()
    for source in sources where !taken.contains(source.source) {
      known[source.source] = source.checkpoint
    }
    var (number, continued): (Int, ByteName?) = (1, nil)
    while let checkpoint = known[name(number)] {
      if let values = checkpoint.masked, values.areThose(of: file.content) {
        return distinguish(file, at: address, MaskedSource(name: name(number), values: values))
      }
      if continued == nil, checkpoint.masked?.mayBeRenewed(in: file.content) ?? true,
        try file.isFile(of: checkpoint)
      {
        continued = name(number)
      }
      number += 1
    }
    while taken.contains(name(number)) || known[name(number)] != nil { number += 1 }
    let values = MaskedValues(of: file.content)
    distinguish(file, at: address, MaskedSource(name: continued ?? name(number), values: values))
    guard continued != nil, !sink.restarts else { return }
    file.notes.append(
      ImportNote(
        kind: .sameSource,
        message:
          "\(file.shownPath) was imported before with another value of what is masked, as its text tells:"
          + " it is continued"))
  }

  private func distinguish(_ file: JobSource, at address: SourceAddress, _ masked: MaskedSource) {
    objects.masked[address] = masked
    file.distinguish(as: masked)
  }
}

/// The name under which the progress of such a URL is kept, and its values.
struct MaskedSource {
  let name: ByteName
  let values: MaskedValues
}

extension JobSource {
  fileprivate func distinguish(as masked: MaskedSource) {
    content.mark(masked.values.letters)
    (self.masked, source) = (masked.values, masked.name)
  }
}
