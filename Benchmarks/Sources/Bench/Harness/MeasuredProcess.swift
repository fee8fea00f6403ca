import Foundation

/// The cost of one run of a program, as measured by the program made from Alone/measure.cpp.
struct MeasuredProcess {
  let userSeconds: Double
  let systemSeconds: Double
  let peakBytes: Int
  let wallSeconds: Double

  var cpuSeconds: Double { userSeconds + systemSeconds }

  init(_ measure: String, running program: String, _ arguments: [String]) throws {
    let process = Process()
    process.executableURL = URL(fileURLWithPath: measure)
    process.arguments = [program] + arguments
    let (output, errors) = (Pipe(), Pipe())
    process.standardOutput = output
    process.standardError = errors
    try process.run()
    let text = String(
      decoding: output.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    let complaint = String(
      decoding: errors.fileHandleForReading.readDataToEndOfFile(), as: UTF8.self)
    process.waitUntilExit()
    let fields = text.split(whereSeparator: \.isWhitespace)
    guard fields.count == 5, let user = Double(fields[0]), let system = Double(fields[1]),
      let peak = Int(fields[2]), let wall = Double(fields[3]), let status = Int(fields[4])
    else { throw Unavailable(description: "\(measure) said \"\(text)\"") }
    (userSeconds, systemSeconds, peakBytes, wallSeconds) = (user, system, peak << 10, wall)
    guard status == 0 else {
      throw Unavailable(
        description: "\(program) ended with \(status): \(complaint.prefix(200))")
    }
  }
}
