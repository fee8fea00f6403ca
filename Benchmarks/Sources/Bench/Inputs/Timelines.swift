/// A made-up document in the shape of twitter.json: for a smoke run without the corpus.
enum Timelines {
  static func make() -> [UInt8] {
    var random = Random(seed: 1)
    let statuses = (0..<100).map { _ in status(&random) }.joined(separator: ",\n    ")
    return Array("{\n  \"statuses\": [\n    \(statuses)\n  ],\n  \"count\": 100\n}\n".utf8)
  }

  private static func status(_ random: inout Random) -> String {
    let (id, user) = (
      505_874_847_260_352_513 + random.below(1_000_000), random.below(2_000_000_000)
    )
    return """
      {"metadata": {"result_type": "recent"}, "created_at": "Sun Aug 31 00:29:15 +0000 2014",
       "id": \(id), "id_str": "\(id)", "text": "\(texts[random.below(texts.count)])",
       "source": "<a href=\\"https://example.com\\">web</a>", "truncated": false,
       "user": {"id": \(user), "id_str": "\(user)", "name": "Somebody", "screen_name": "user\(user)",
        "location": "", "entities": {"urls": []}, "verified": false},
       "geo": null, "retweet_count": \(random.below(90)), "favorite_count": \(random.below(9)),
       "entities": {"hashtags": [], "user_mentions": [{"id": 1, "indices": [0, 9]}]}, "lang": "ja"}
      """
  }

  private static let texts = [
    "plain words", "名前:前田あゆみ\\n第一印象", "caf\\u00e9 😋", #"a \"quoted\" word, and https:\/\/t.co"#,
  ]
}
