/// All workloads by name, in the order in which they run. Each is made only when it is needed, and reads
/// its input then.
enum Workloads {
  typealias Entry = (name: String, make: (Settings) throws -> Workload)

  static func all(_ settings: Settings) -> [Entry] {
    if settings.file != nil { return [("file", FileWorkload.make)] }
    let checks = CheckWorkload.documents.map { document in
      (name: "check.full.\(document)", make: { try CheckWorkload.make(document, $0) })
    }
    let tokens = TokenizerWorkload.documents.flatMap { document in
      [
        (
          name: "tokenizer.borrowed.\(document)",
          make: { try TokenizerWorkload.makeBorrowed(document, $0) }
        ),
        (
          name: "tokenizer.decoded.\(document)",
          make: { try TokenizerWorkload.makeDecoded(document, $0) }
        ),
      ]
    }
    let shapes = ShapedLogs.Mixture.allCases.map { mixture in
      (name: "feed.shapes.\(mixture.rawValue)", make: { try ShapesWorkload.make(mixture, $0) })
        as Entry
    }
    let smoke: [Entry] =
      settings.corpus.folder != nil
      ? []
      : [
        ("smoke.partial", PartialWorkload.makeSmoke),
        ("smoke.rules.partial", RulesWorkload.makeSmoke),
      ]
    return smoke + CodableWorkload.all + [
      ("partial", PartialWorkload.make),
      ("small", SmallWorkload.make),
      ("reader.fresh", BodyWorkload.makeFresh),
      ("body.server", BodyWorkload.makeServer),
      ("feed.logs", LogsWorkload.make),
      ("feed.cold", ColdWorkload.make),
      ("feed.twocores", LogsWorkload.makeTwoCores),
      ("feed.gzip", PackedWorkload.makeGzip),
      ("feed.zstd", PackedWorkload.makeZstd),
      ("feed.xz", PackedWorkload.makeXZ), ("feed.bzip2", PackedWorkload.makeBzip2),
      ("feed.lz4", PackedWorkload.makeLZ4),
      ("feed.damaged", FramingWorkload.makeDamaged),
      ("feed.concatenated", FramingWorkload.makeConcatenated),
      ("feed.elements", FramingWorkload.makeElements),
      ("async.values", AsyncWorkload.makeValues),
      ("async.chunks", AsyncWorkload.makeChunks),
      ("feed.events", EventsWorkload.make),
      ("kinds.mixed", KindsWorkload.makeMixed),
      ("kinds.unseen", KindsWorkload.makeUnseen),
      ("feed.full", FullFeedWorkload.make),
    ] + RealWorkload.all(settings) + [
      ("rules.partial", RulesWorkload.makePartial),
      ("rules.feed", RulesWorkload.makeFeed),
      ("rules.dump", RulesWorkload.makeDump),
      ("schema.any", SchemaWorkload.makeAny),
      ("schema.typed.twitter", SchemaWorkload.makeTwitter),
      ("schema.typed.citm_catalog", SchemaWorkload.makeCitm),
      ("search.citm_catalog", SearchWorkload.make),
      ("search.showings", SearchWorkload.makeShowings),
      ("edit.splice", EditWorkload.makeSplice),
      ("convert", ConvertWorkload.make),
      ("reflection.read.struct", ReflectionWorkload.makeReadStruct),
      ("reflection.read.mapped", ReflectionWorkload.makeReadMapped),
      ("reflection.read.table", ReflectionWorkload.makeReadTable),
      ("reflection.write.struct", ReflectionWorkload.makeWriteStruct),
      ("reflection.write.mapped", ReflectionWorkload.makeWriteMapped),
      ("reflection.write.made", ReflectionWorkload.makeWriteMade),
    ] + shapes + checks + KeptWorkloads.all + tokens + DocumentWorkloads.all(settings)
      + SelectWorkload.all + [
        ("count.sum.events", CountWorkload.makeEvents),
        ("count.sum.logs", CountWorkload.makeLogs),
        ("typed.logs", TypedWorkload.make),
      ] + QueryWorkload.all + ColumnsWorkload.all + ColumnsWorkload.tables + [
        ("import.sqlite", ImportWorkload.make), ("import.overlap", OverlapWorkload.make),
        ("import.postgres", PostgresWorkload.make),
      ]
  }
}
