import Sluice
import SluiceFeed
import SluiceImport
import SluiceKafka
import SluiceRemote
import SluiceSystem

/// What `sluice doctor` finds on this machine. Making it changes nothing but a temporary file, which is
/// removed at once.
struct Diagnosis {
  let findings: [Finding]

  init() {
    findings =
      Diagnosis.libraries + Diagnosis.processor + Diagnosis.limits + Diagnosis.watching
      + Diagnosis.temporaryFiles
  }

  /// The worst state.
  var state: Finding.State {
    let states = Set(findings.map(\.state))
    return states.contains(.fault) ? .fault : states.contains(.attention) ? .attention : .ok
  }

  // MARK: Libraries

  private static var libraries: [Finding] {
    ([InstructionSets.library] + FeedLibraries.all + RemoteLibraries.all + KafkaLibraries.all
      + SinkLibraries.all).map(
        finding)
  }

  static func finding(of library: LibraryStatus) -> Finding {
    var finding = Finding(
      section: "libraries", name: library.name,
      value: library.reason.map { "not found: \($0)" }
        ?? (library.version.map { "\($0), " } ?? "") + "for \(library.purpose)")
    finding.facts = [
      "purpose": .string(library.purpose), "version": library.version.map(JSON.string) ?? .null,
      "optional": .bool(library.isOptional),
      "debian_package": library.debianPackage.map(JSON.string) ?? .null,
      "homebrew_package": .string(library.homebrewPackage),
    ]
    if library.reason != nil {
      finding.state = .attention
      finding.advice =
        "\(library.purpose) need it: "
        + (library.debianPackage.map { "apt-get install \($0) (Debian, Ubuntu), or" }
          ?? "its project's archive of the C library (no package of Debian has it), or")
        + " brew install \(library.homebrewPackage)"
    }
    return finding
  }

  // MARK: Processor

  private static var processor: [Finding] {
    let features = InstructionSets.features
    let kernels = InstructionSets.kernels
    var kernel = Finding(
      section: "processor", name: "kernel",
      value: "\(InstructionSets.kernel), with loops for \(InstructionSets.loops)")
    kernel.facts = [
      "kernel": .string(InstructionSets.kernel), "loops": .string(InstructionSets.loops),
      "kernels": .array(
        kernels.map { ["name": .string($0.name), "supported": .bool($0.isSupported)] }),
    ]
    if InstructionSets.kernel == "fallback" {
      kernel.state = .attention
      kernel.advice =
        kernels.contains { $0.isSupported && $0.name != "fallback" }
        ? "a slow kernel was chosen by SIMDJSON_FORCE_IMPLEMENTATION: unset it"
        : "feeds are read without SIMD, several times slower; a CPU with AVX2 or NEON is faster"
    }
    let there = features.filter(\.isThere).map(\.name)
    let missing = features.filter { !$0.isThere }.map(\.name)
    var sets = Finding(
      section: "processor", name: "instruction sets",
      value: (there.isEmpty ? "none that are asked for" : there.joined(separator: " "))
        + (missing.isEmpty ? "" : "; without \(missing.joined(separator: " "))"))
    sets.facts = [
      "present": .array(there.map { .string($0) }), "absent": .array(missing.map { .string($0) }),
    ]
    let count = Processors.count
    var cores = Finding(
      section: "processor", name: "processors", value: "\(count): --jobs can use as many")
    cores.facts = ["processors": JSON(count)]
    return [kernel, sets, cores]
  }

  // MARK: Limits

  private static var limits: [Finding] {
    var findings: [Finding] = []
    if let limit = ResourceLimits.openFiles {
      var finding = bounded("open files", limit, "open_files") { "\($0)" }
      // A job has its feed, the files of its target, rejects and a pipe or two open.
      if let current = limit.current, current < 64 {
        finding.state = .attention
        finding.advice = "raise it: ulimit -n 1024, or LimitNOFILE= in a systemd unit"
      }
      findings.append(finding)
    }
    if let limit = ResourceLimits.fileSize {
      var finding = bounded("file size", limit, "file_size", size)
      if limit.current != nil {
        finding.state = .attention
        finding.advice = "a target that grows beyond it ends the import: ulimit -f unlimited"
      }
      findings.append(finding)
    }
    if let limit = ResourceLimits.addressSpace {
      var finding = bounded("address space", limit, "address_space", size)
      if let current = limit.current, current < UInt64(1) << 30 {
        finding.state = .attention
        finding.advice = "large records and several jobs may not fit: ulimit -v unlimited"
      }
      findings.append(finding)
    }
    findings.append(memory)
    return findings
  }

  private static var memory: Finding {
    let (machine, group) = (ResourceLimits.memory, ResourceLimits.memoryOfGroup)
    var finding = Finding(
      section: "limits", name: "memory",
      value: (machine.map { "\(size($0)) in the machine" } ?? "unknown")
        + (group.map { ", \(size($0)) for this control group" } ?? ""))
    finding.facts = ["machine": number(machine), "control_group": number(group)]
    if let least = [machine, group].compactMap({ $0 }).min(), least < UInt64(64) << 20 {
      finding.state = .attention
      finding.advice =
        "a job takes some 30 MiB and a few times its largest record: see --max-record"
    }
    return finding
  }

  private static func bounded(
    _ name: String, _ limit: ResourceLimits.Limit, _ key: String, _ text: (UInt64) -> String
  ) -> Finding {
    let current = limit.current.map(text) ?? "unlimited"
    let highest = limit.highest.map(text) ?? "unlimited"
    var finding = Finding(
      section: "limits", name: name,
      value: current == highest ? current : "\(current), can be raised to \(highest)")
    finding.facts = ["current": number(limit.current), "highest": number(limit.highest)]
    return finding
  }

  // MARK: Watching

  /// For followed files: without reports of changes, their readers poll.
  private static var watching: [Finding] {
    guard let watches = ResourceLimits.watches else { return [] }
    var finding = Finding(
      section: "limits", name: "inotify",
      value: "\(watches.files) watches and \(watches.instances) instances for each user")
    finding.facts = ["watches": number(watches.files), "instances": number(watches.instances)]
    let changes = FileChanges(in: temporaryFolder)
    if changes.descriptor == nil {
      finding.state = .attention
      finding.value =
        "no instance is left of \(watches.instances) for each user, or the system has none"
      finding.advice =
        "followed files are read with a delay: sysctl fs.inotify.max_user_instances=1024"
    }
    return [finding]
  }

  // MARK: Temporary files

  private static var temporaryFolder: String { Environment.value(of: "TMPDIR") ?? "/tmp" }

  private static var temporaryFiles: [Finding] {
    let folder = temporaryFolder
    do throws(SystemError) {
      let (file, _) = try FileDescriptor.temporary()
      file.close()
      let free = try FileSystem.freeSpace(at: folder)
      var finding = Finding(
        section: "files", name: "temporary files",
        value: "\(PrintableText.line(folder)), \(size(free)) free")
      finding.facts = ["folder": .string(folder), "free_bytes": number(free)]
      if free < UInt64(64) << 20 {
        finding.state = .attention
        finding.advice = "make room, or set TMPDIR to a folder with more"
      }
      return [finding]
    } catch {
      var finding = Finding(
        section: "files", name: "temporary files",
        value: "none can be made: \(PrintableText.line("\(error)"))", state: .fault,
        advice: "set TMPDIR to a folder that this user may write")
      finding.facts = ["folder": .string(folder)]
      return [finding]
    }
  }

  // MARK: Numbers

  private static func number(_ value: UInt64?) -> JSON {
    value.map { JSON(Int64(clamping: $0)) } ?? .null
  }

  private static func size(_ bytes: UInt64) -> String {
    let units = ["bytes", "KiB", "MiB", "GiB", "TiB", "PiB"]
    var (value, unit) = (Double(bytes), 0)
    while value >= 1024, unit < units.count - 1 { (value, unit) = (value / 1024, unit + 1) }
    return unit == 0 ? "\(bytes) bytes" : "\(Figures.decimal(value)) \(units[unit])"
  }
}
