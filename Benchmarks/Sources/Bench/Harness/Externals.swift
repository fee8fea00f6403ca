import Foundation

/// The contenders of the folder External: programs outside this package, and libraries of Python.
///
/// Each is a process that stays as long as its workload runs (External/worker.py describes the protocol),
/// so that start-up is measured once, and separately.
struct Externals {
  /// A contender in the output of `worker.py --list`.
  struct Program {
    let name: String
    /// Nil when it is not installed.
    let version: String?
    let works: Set<String>

    /// Its name in the report.
    var line: String { "\(name) \(version ?? "missing (scripts/bench --install)")" }

    /// Why it takes no part.
    var absence: String {
      name.hasPrefix("sluice_")
        ? "the Python package has no library: scripts/library builds it, SLUICE_LIBRARY names it"
        : name == "spark"
          ? "pyspark or Java is not installed: scripts/bench --install installs them"
          : "it is not installed: scripts/bench --install installs it"
    }
  }

  let python: String
  let worker: String
  let programs: [Program]

  /// Throws when there is no Python to run them.
  init(python: String, folder: String) throws {
    // Writing to a process that has ended must not end this one.
    signal(SIGPIPE, SIG_IGN)
    self.python = python
    worker = "\(folder)/worker.py"
    let process = Process()
    process.executableURL = URL(fileURLWithPath: python)
    process.arguments = [worker, "--list"]
    let output = Pipe()
    process.standardOutput = output
    do { try process.run() } catch {
      throw Unavailable(description: "can't run \(python): \(error.localizedDescription)")
    }
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    guard process.terminationStatus == 0 else {
      throw Unavailable(description: "\(python) can't list the contenders of \(folder)")
    }
    programs = text.split(separator: "\n").compactMap { line in
      let fields = line.split(separator: "\t").map(String.init)
      guard fields.count == 3 else { return nil }
      return Program(
        name: fields[0], version: fields[1] == "missing" ? nil : fields[1],
        works: Set(fields[2].split(separator: ",").map(String.init)))
    }
  }

  /// Those that can do a work, over one input. In a timed round they report how many rows they read;
  /// that stands for the reference's sum, because all values were compared before.
  ///
  /// `names`: only these programs, and what they are called in the report.
  ///
  /// `tiny` is an input of the same kind that costs nothing: the time for it is start-up.
  func contenders(
    _ work: String, over input: some Sequence<UInt8>, tiny: some Sequence<UInt8>,
    reference: any Contender, named names: [String: String]? = nil,
    answer: @escaping (_ path: String) throws -> [UInt8] = ExternalContender.file
  ) throws -> [any Contender] {
    let able = programs.filter {
      $0.works.contains(work) && (names == nil || names?[$0.name] != nil)
    }
    guard !able.isEmpty else { return [] }
    let folder = try ScratchFolder()
    let input = try folder.write(Array(input), to: "input.json")
    let tiny = try folder.write(Array(tiny), to: "tiny.json")
    return able.map { program -> any Contender in
      let name = names?[program.name] ?? program.name
      guard program.version != nil else {
        return MissingContender(
          name: name, because: program.absence)
      }
      return ExternalContender(
        name, reference: reference, in: folder, out: "\(folder.path)/\(program.name)",
        command: [python, worker, program.name, work, tiny, input], answer: answer)
    }
  }
}

extension Settings {
  /// The external contenders of a work over a feed. None unless they were requested and there is a
  /// reference to compare them with. Start-up is measured with the feed's first record.
  func externals(
    _ work: String, feed: [UInt8], reference: (any Contender)?,
    named names: [String: String]? = nil,
    answer: @escaping (_ path: String) throws -> [UInt8] = ExternalContender.file
  ) throws -> [any Contender] {
    guard let externals, let reference else { return [] }
    return try externals.contenders(
      work, over: feed, tiny: feed.prefix { $0 != 0x0A } + [0x0A], reference: reference,
      named: names, answer: answer)
  }

  /// The same over a document.
  func externals(
    _ work: String, document: [UInt8], tiny: String, reference: (any Contender)?
  ) throws -> [any Contender] {
    guard let externals, let reference else { return [] }
    return try externals.contenders(work, over: document, tiny: tiny.utf8, reference: reference)
  }
}
