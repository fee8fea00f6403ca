/// The path to the members, for decoders that can't begin at a key path.
struct MembersAnswer: Decodable, Sendable {
  let response: Response

  enum CodingKeys: String, CodingKey { case response }

  struct Response: Decodable, Sendable {
    let members: [Member]

    enum CodingKeys: String, CodingKey { case members }
  }
}
