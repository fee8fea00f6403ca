// name: nothing
// note: the harness in Swift alone
import Score

struct Nothing: Contender {
  func visit(_ text: UnsafeBufferPointer<UInt8>, into sink: inout some Sink) {
    sink.real(text.isEmpty ? 0 : Double(text[0]))
  }
}

@main
enum Main {
  static func main() { score(Nothing(), version: "0") }
}
