/// The way down to the members, for who can't begin at a key path.
struct MembersAnswer: Decodable, Sendable {
  let response: Response

  enum CodingKeys: String, CodingKey { case response }

  struct Response: Decodable, Sendable {
    let members: [Member]

    enum CodingKeys: String, CodingKey { case members }
  }
}
