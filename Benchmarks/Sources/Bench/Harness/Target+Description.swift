/// The descriptions of targets for the reports and RESULTS.md: the work, and what it is compared with.
extension Target {
  static let words: [String: (work: String, against: String)] = [
    "partial.simdjson": (
      "twitter.json, seven fields of each status",
      "C++ simdjson On-Demand"
    ),
    "partial.jsonserialization": (
      "the same",
      "JSONSerialization"
    ),
    "partial.jsondecoder": (
      "the same",
      "JSONDecoder"
    ),
    "small.simdjson": (
      "a request body of 1 KB, five fields",
      "C++ simdjson On-Demand"
    ),
    "reader.fresh": (
      "request bodies of 1 KB, five fields, `.full`, a new reader for each",
      "one reader for all"
    ),
    "body.server.jsondecoder": (
      "the same bodies read by eight tasks through a pool of readers, by the clock",
      "JSONDecoder, a new one for each body"
    ),
    "feed.logs.simdjson": (
      "log feed, six fields of each record, `.accessed`",
      "C++ simdjson, the best of `iterate_many` and On-Demand line by line"
    ),
    "feed.logs.speculative": (
      "the same, by a picker (shape speculation)",
      "C++ simdjson, the best of `iterate_many` and On-Demand line by line"
    ),
    "feed.logs.jsondecoder": (
      "the same",
      "JSONDecoder, line by line"
    ),
    "feed.cold": (
      "2 GB of log records from a file, each byte read once, six fields by a picker, `.accessed`",
      "C++ simdjson, the best of `iterate_many` and On-Demand line by line"
    ),
    "feed.twocores": (
      "log feed, six fields of each record, from a plain file, on two cores, by the clock",
      "one core"
    ),
    "feed.gzip": (
      "log feed by `gzip -6`, six fields of each record, by the clock",
      "ISA-L, decompression alone"
    ),
    "feed.zstd": (
      "log feed by `zstd -3`, the same",
      "libzstd, decompression alone"
    ),
    "feed.xz": (
      "log feed by `xz -6`, the same", "liblzma alone, or the plain feed if that is slower"
    ),
    "feed.bzip2": (
      "log feed by `bzip2 -9`, the same", "libbz2 alone, or the plain feed if that is slower"
    ),
    "feed.lz4": (
      "log feed by LZ4, the same", "liblz4 alone, or the plain feed if that is slower"
    ),
    "feed.damaged": (
      "log feed with 0.1% damaged lines, six fields, `.accessed`",
      "the same feed, sound"
    ),
    "async.values": (
      "log feed, six fields of each record into a struct by a rule, `for await`",
      "the same by `forEach`"
    ),
    "async.chunks": (
      "the same from an asynchronous sequence of `[UInt8]`, 64 KiB each, by its `forEach`",
      "the same by `forEach` over an array"
    ),
    "feed.events": (
      "events feed (1.2 KB a record), eight fields by a picker, `.accessed`",
      "C++ simdjson, the best of `iterate_many` and On-Demand line by line"
    ),
    "kinds.mixed": (
      "35 kinds of records in any order, four fields by a picker, `.accessed`",
      "C++ simdjson, `iterate_many`"
    ),
    "kinds.unseen": (
      "the same with a key of its own in each record: no shape occurs twice",
      "C++ simdjson, `iterate_many`"
    ),
    "real.webhooks": (
      "273 payloads of GitHub's webhooks, one per line, four fields by cursors, `.accessed`",
      "C++ simdjson On-Demand, JSON Pointers in each line"
    ),
    "real.cellphones": (
      "amazon_cellphones.ndjson, four elements of each line by cursors, `.accessed`",
      "C++ simdjson On-Demand, the same"
    ),
    "feed.full.dom": (
      "log feed, six fields, `.full`, 20 damaged records",
      "C++ simdjson, its DOM line by line"
    ),
    "feed.shapes.shuffled": (
      "log records with shuffled keys, by a picker",
      "a picker that remembers no shapes"
    ),
    "feed.shuffled.simdjson": (
      "the same",
      "C++ simdjson, the best of `iterate_many` by names and one pass over the keys of each record"
    ),
    "check.full.dom": (
      "`.full` check of twitter, citm_catalog and canada",
      "C++ simdjson, parse into its DOM"
    ),
    "document.open.dom": (
      "a checked `JSONDocument` of twitter, citm_catalog and canada, from bytes that are handed over",
      "C++ simdjson, parse into its DOM"
    ),
    "document.copied.dom": (
      "the same, from bytes that are copied",
      "C++ simdjson, the same"
    ),
    "view.partial.cursor": (
      "twitter.json, seven fields of each status by views, `.accessed`",
      "the same by cursors"
    ),
    "view.partial.jsondecoder": (
      "the same",
      "JSONDecoder"
    ),
    "view.partial.full.jsondecoder": (
      "the same, `.full`",
      "JSONDecoder"
    ),
    "tree.parse.jsonserialization": (
      "`JSON(parsing:)` of twitter and citm_catalog",
      "JSONSerialization"
    ),
    "tree.parse.rapidjson": (
      "`JSON(parsing:)` of twitter, citm_catalog and canada",
      "RapidJSON, the better of DOM and in situ"
    ),
    "tree.visit.rapidjson": (
      "the same, and every value read",
      "RapidJSON, the same"
    ),
    "tokenizer.stage1": (
      "the tokenizer in 64 KiB chunks, all tokens of twitter, citm_catalog and canada, "
        + "numbers borrowed as text",
      "stage 1 alone"
    ),
    "tokenizer.rapidjson": (
      "the same, numbers decoded and strings unescaped",
      "RapidJSON, SAX with UTF-8 validation"
    ),
    "tokenizer.yajl": (
      "the same",
      "YAJL"
    ),
    "import.sqlite.cpp": (
      "`sluice import --check accessed`, eight columns",
      "a C++ program, On-Demand and the same inserts"
    ),
    "select.full.events": (
      "`sluice select` to CSV in this process, eight columns of the events feed, `.full`",
      "C++, the better of On-Demand line by line and `iterate_many`, which checks what it reads"
    ),
    "select.full.logs": (
      "the same of the log feed",
      "C++, the same"
    ),
    "select.csv.cpp": (
      "`sluice select --check accessed` to CSV in this process, eight columns; the worse of events and "
        + "logs",
      "C++, the better of On-Demand line by line and `iterate_many`, and the same bytes"
    ),
    "count.sum.cpp": (
      "`sluice count --where --sum --check accessed` in this process; the worse of events and logs",
      "C++, the same"
    ),
    "query.check": (
      "a JSONPath on each record of the events feed, `.full`; the worst of `$.actor.login`, `$[?@.login].login`, `$..login`",
      "the check alone"
    ),
    "columns.events.cpp": (
      "Arrow batches, eight columns of the events feed, `.accessed`",
      "C++, the better of On-Demand line by line and `iterate_many`, into the same buffers"
    ),
    "columns.logs.cpp": (
      "the same of the log feed",
      "C++, the same"
    ),
    "columns.events.full": (
      "Arrow batches, eight columns of the events feed, `.full`",
      "C++, the same, which checks what it reads"
    ),
    "columns.logs.full": (
      "the same of the log feed",
      "C++, the same"
    ),
    "columns.duckdb": (
      "the Python package: eight columns into a DuckDB table, `.full`; the worse of events and logs",
      "DuckDB's own `read_json` into the same table"
    ),
    "columns.polars": (
      "the same: into a Polars DataFrame",
      "Polars' own `scan_ndjson`"
    ),
    "columns.pyarrow": (
      "the same: into a pyarrow Table",
      "PyArrow's own `read_json`"
    ),
    "columns.spark": (
      "the data source of Spark: eight columns to `noop` on one core, `.full`, warm; the worse of events "
        + "and logs",
      "Spark's own `read.json` with a schema"
    ),
    "columns.threads": (
      "Arrow batches of a file of logs on two threads, `.full`: CPU time",
      "one thread"
    ),
    "columns.threads.wall": (
      "the same by the clock",
      "one thread"
    ),
    "import.overlap": (
      "an import into SQLite on two threads, by the clock",
      "the slower of its parts alone: reading the records, storing ready-made rows"
    ),
    "import.postgres.copy": (
      "`sluice import --check accessed` into PostgreSQL, eight columns, by the clock",
      "COPY fed with ready-made binary rows"
    ),
    "rules.partial.cursor": (
      "a rule with paths: twitter.json, seven fields of each status into structs of "
        + "`let`s, `.accessed`",
      "the same by hand over cursors"
    ),
    "rules.partial.jsondecoder": (
      "the same",
      "JSONDecoder"
    ),
    "rules.partial.jsonserialization": (
      "the same",
      "JSONSerialization, and lookups into the same structs"
    ),
    "rules.feed.jsondecoder": (
      "a rule: events feed, eight fields of each record into structs, `.accessed`",
      "JSONDecoder, line by line"
    ),
    "write.rapidjson": (
      "twitter, citm_catalog and canada as owned values, written as compact text",
      "RapidJSON's DOM and Writer"
    ),
    "write.simdjson": (
      "the same: the worse of citm_catalog and canada",
      "simdjson's DOM, `minify`"
    ),
    "dump.rapidjson": (
      "structs written: twitter by a rule, and twitter, citm_catalog and canada by SluiceEncoder",
      "the same structs in C++ and RapidJSON's Writer"
    ),
    "typed.logs.cpp": (
      "log feed: all fourteen fields of each record into structs, `.accessed`",
      "simdjson On-Demand into structs"
    ),
    "rules.dump.jsonencoder": (
      "a rule: all of twitter.json written from structs",
      "JSONEncoder"
    ),
    "schema.any.jsondecoder": (
      "a schema and `<-!`: 1,000 entities of 13 properties, `.full`",
      "JSONDecoder"
    ),
    "schema.typed.jsondecoder": (
      "a typed schema: all of a document into structs, `.full`; the worse of twitter and "
        + "citm_catalog",
      "JSONDecoder"
    ),
    "schema.typed.rules": (
      "the same",
      "the same by rules"
    ),
    "codable.twitter.jsondecoder": (
      "SluiceDecoder: all of twitter.json into structs, `.full`",
      "JSONDecoder"
    ),
    "codable.citm.jsondecoder": (
      "the same: citm_catalog.json",
      "JSONDecoder"
    ),
    "codable.canada.jsondecoder": (
      "the same: canada.json",
      "JSONDecoder"
    ),
    "codable.feed.jsondecoder": (
      "a feed of decodable structs: events feed, eight fields of each record, `.full`",
      "JSONDecoder, line by line"
    ),
    "codable.partial.jsondecoder": (
      "SluiceDecoder: twitter.json, seven fields of each status, `.full`",
      "JSONDecoder"
    ),
    "codable.partial.accessed.jsondecoder": (
      "the same, `.accessed`",
      "JSONDecoder"
    ),
    "codable.keys.jsondecoder": (
      "SluiceDecoder: twitter.json, eighteen fields of each status by `.convertFromSnakeCase`, `.full`",
      "JSONDecoder"
    ),
    "codable.body.jsondecoder": (
      "SluiceDecoder: request bodies of 1 KB read by eight tasks, a new decoder for each, `.full`, "
        + "by the clock",
      "JSONDecoder, a new one for each body"
    ),
    "codable.encode.jsonencoder": (
      "SluiceEncoder: all of twitter, citm_catalog and canada from structs",
      "JSONEncoder"
    ),
    "codable.encode.keys.jsonencoder": (
      "SluiceEncoder: the same, written by `.convertToSnakeCase`",
      "JSONEncoder"
    ),
    "search.jsonserialization": (
      "a search: citm_catalog.json for its performances, into structs, `.full`",
      "JSONSerialization, and a recursive walk into the same structs"
    ),
    "edit.splice": (
      "one field of citm_catalog.json changed in its text, opened in full and written",
      "the same by an owned `JSON`: parsed, changed and written"
    ),
    "convert.jsonserialization": (
      "`<--`: 1,000 objects of eight lines, with conversions, `.full`",
      "JSONSerialization, and the same lines or casts over its dictionaries, whichever is faster"
    ),
    "reflection.jsonserialization": (
      "reflection: 1,000 entities of 13 properties read as structs, as classes and by a "
        + "table, and written as structs and as classes, read ones and made ones, `.full`; the "
        + "worst",
      "JSONSerialization, and assignments by hand"
    ),
  ]
}
