import Foundation

/// The settings from the command line.
struct Settings {
  var corpus = Corpus(folder: ProcessInfo.processInfo.environment["SLUICE_CORPUS"])
  var only: String?
  var runner = Runner()
  var json: String?
  /// Run one contender for an instruction counter instead of measuring.
  var counted: InstructionCount?
  /// The builds of the C++ contenders. A build that only counts allocations has none.
  #if COUNTS_ONLY
    var libraries: [CppLibrary] = []
  #else
    var libraries = [CppLibrary.linked]
  #endif
  /// The program that runs a program and reports its cost.
  var measure: String?
  /// The tool.
  var tool: String?
  /// Builds of the C++ import program, by the compiler's name.
  var importers: [(compiler: String, path: String)] = []
  /// The program made from Alone/copy.cpp.
  var copy: String?
  /// Programs outside this package; nil: they take no part.
  var externals: Externals?
  /// Why they take no part though they were requested.
  var noExternals: String?
  /// Where to write the workloads' inputs instead of measuring.
  var inputs: String?
  /// The user's own file, and the paths to read in its records.
  var file: String?
  var paths: [String] = []
  /// The user's own feeds, which run beside everything else.
  var feeds: [String] = []
  /// Measure how cost grows instead; with `isLarge` up to documents of 1 GiB.
  var isGrowth = false
  var isLarge = false
  /// The kernel for another run after this one.
  var second: SecondRun?
  /// Whether this is that second run.
  var isSecond = false
  /// Count allocations (and instructions, where the machine can) instead of measuring.
  var countsOnly = false
  /// Check that wrong contenders are refused instead of measuring.
  var isPlanted = false
  /// The contenders built alone: compare instead of measuring.
  var parity: Parity?

  static let help = """
    usage: Bench [options]

      --only REGEX     run only the workloads whose name matches (partial, small, feed.logs,
                       rules.partial, …, schema.any, …, check.full.twitter, …, import.sqlite,
                       import.postgres, select.csv, count.sum, footprint)
      --file FILE      instead: fields of each record of this file (lines, or one document)
      --feed FILE      also this feed of lines, as real.NAME; may be given again
      --path PATH      with --file and --feed: a field, such as actor.login or tags.0; once for each
      --rounds N       rounds per contender (default: 25; below 15 the result does not count)
      --quick          15 rounds of 5 ms instead of 25 of 10 ms
      --growth         instead: how cost grows with size, depth, keys, escapes and wanted fields
      --large          with --growth: documents up to 1 GiB
      --planted        instead: check that contenders which are wrong on purpose are refused
      --corpus DIR     the folder that holds documents/twitter.json and so on; SLUICE_CORPUS otherwise
      --parity PROGRAM compare the C++ contenders with PROGRAM, made from Parity/main.cpp, and stop
      --library FILE   another build of the C++ contenders; they take part, too
      --newest FILE    a build of them with a simdjson of its own: those that are made with simdjson
                       take part, too
      --tool FILE      the tool `sluice`, for import.sqlite and its memory
      --measure FILE   the program made from Alone/measure.cpp
      --importer NAME FILE  a build of Alone/import.cpp; may be given again
      --copy FILE      the program made from Alone/copy.cpp, for import.postgres
      --externals PYTHON DIR  programs outside of this package take part: the folder External
      --linked FILE    a build of the C++ contenders in place of the one that is linked
      --second KERNEL LINKED  do all again, with fewer rounds, that kernel, LINKED in place of the
                       linked build, and the builds beside the other ones that have -KERNEL after
                       their names; the report shows both ratios
      --again          this is that second run
      --allocations    instead of measuring: count the allocations of a pass
      --counted        run only Sluice's contenders, for valgrind, and stop
      --contender NAME with --counted: another one, such as rules or cursor
      --inputs DIR     write the workloads' inputs there, and stop
      --json FILE      also write the results there
      --help           this text
    """

  init(_ arguments: [String]) throws {
    var rest = arguments[...]
    var contender: String?
    func value(of option: String) throws -> String {
      guard let value = rest.popFirst() else {
        throw Unavailable(description: "\(option) needs a value")
      }
      return value
    }
    while let option = rest.popFirst() {
      switch option {
      case "--only": only = try value(of: option)
      case "--rounds":
        guard let rounds = Int(try value(of: option)), rounds > 0 else {
          throw Unavailable(description: "--rounds needs a number above 0")
        }
        runner.rounds = rounds
      case "--file": file = try value(of: option)
      case "--feed": feeds.append(try value(of: option))
      case "--path": paths.append(try value(of: option))
      case "--quick":
        runner.rounds = 15
        runner.roundSeconds = 0.005
      case "--growth": isGrowth = true
      case "--large": isLarge = true
      case "--planted": isPlanted = true
      case "--corpus": corpus = Corpus(folder: try value(of: option))
      case "--parity": parity = Parity(program: try value(of: option))
      case "--measure": measure = try value(of: option)
      case "--tool": tool = try value(of: option)
      case "--importer":
        let compiler = try value(of: option)
        importers.append((compiler, try value(of: option)))
      case "--copy": copy = try value(of: option)
      case "--externals":
        let python = try value(of: option)
        let folder = try value(of: option)
        do { externals = try Externals(python: python, folder: folder) } catch {
          noExternals = "\(error)"
        }
      case "--allocations": countsOnly = true
      case "--second":
        let kernel = try value(of: option)
        second = SecondRun(
          kernel: kernel, linked: try value(of: option), arguments: arguments)
      case "--again":
        isSecond = true
        runner.rounds = SecondRun.rounds
        runner.roundSeconds = SecondRun.roundSeconds
        runner.warmUpSeconds = SecondRun.warmUpSeconds
        runner.slow = SecondRun.slow
      case "--linked": libraries[0] = try CppLibrary.loaded(try value(of: option), suffix: "")
      case "--counted":
        counted = InstructionCount(passes: 3)
        libraries = []
      case "--contender": contender = try value(of: option)
      case "--inputs": inputs = try value(of: option)
      case "--library": libraries.append(try CppLibrary.loaded(try value(of: option)))
      case "--newest": libraries.append(try CppLibrary.newest(try value(of: option)))
      case "--json": json = try value(of: option)
      case "--help", "-h":
        print(Settings.help)
        exit(0)
      default: throw Unavailable(description: "unknown option \(option); see --help")
      }
    }
    if let contender { counted?.contender = contender }
  }

  /// The tool's memory and start-up, if there is a tool.
  func footprint() throws -> Footprint {
    guard let measure, let tool else {
      throw Unavailable(description: "needs --tool and --measure")
    }
    return Footprint(measure: measure, tool: tool)
  }

  func wants(_ workload: String) -> Bool {
    guard let only else { return true }
    return workload.range(of: only, options: .regularExpression) != nil
  }
}
