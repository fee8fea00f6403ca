extension Twitter {
  /// The status that another one repeats. A class, because a struct can't contain one of its own kind; in
  /// JSON it is just the status.
  final class Retweet: Codable, Sendable {
    let status: Status

    init(_ status: Status) { self.status = status }

    init(from decoder: any Decoder) throws { status = try Status(from: decoder) }

    func encode(to encoder: any Encoder) throws { try status.encode(to: encoder) }
  }
}
