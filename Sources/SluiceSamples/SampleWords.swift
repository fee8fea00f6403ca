/// The texts of the sample records, all written as inside JSON strings: some with escapes, some
/// with characters outside ASCII.
struct SampleWords: Sendable {
  let levels: [StaticString] = ["info", "info", "info", "info", "info", "debug", "warn", "error"]
  let services: [StaticString] = [
    "checkout", "search", "catalog", "auth", "billing", "mail", "gateway", "images",
  ]
  let regions: [StaticString] = ["eu1", "eu2", "us1", "us2", "ap1"]
  let statuses: [StaticString] = [
    "200", "200", "200", "200", "200", "201", "204", "301", "304", "400", "401", "404", "500",
    "503",
  ]
  let methods: [StaticString] = ["GET", "GET", "GET", "GET", "POST", "PUT", "DELETE"]
  let resources: [StaticString] = ["orders", "users", "carts", "items", "sessions", "invoices"]
  let messages: [StaticString] = [
    "request done", "request done", "request done", "cache hit", "cache miss",
    "slow query on replica", "retry after timeout", "token refreshed",
    #"can't parse \"limit\""#, #"line one\nline two"#, #"path C:\\logs\\app"#, #"tab\there"#,
    "Größe überschritten", "déjà vu: 再試行", "payment ✓", #"caf\u00e9 \ud83d\ude00"#,
  ]
  let logins: [StaticString] = [
    "mara", "jonas", "octavia", "lin", "dependabot[bot]", "kseniya", "tomasz-w", "a11y-fan",
    "r2", "hubot", "marguerite", "deploy-bot", "zoe", "ibrahim", "nils", "sunita",
  ]
  let names: [StaticString] = [
    "Mara Lind", "Jonas Öberg", "Octavia Reyes", "林小明", "dependabot[bot]", "Ксения Орлова",
    "Tomasz Wójcik", "Ana \\\"Ace\\\" Silva", "R. Daneel", "hubot", "Zo\\u00eb Kr\\u00fcger",
    "Ibrahim Çelik", "Nils", "सुनीता राव", "Marguerite", "deploy",
  ]
  let projects: [StaticString] = [
    "sluice", "river", "lock-gate", "goldpan", "weir", "dotfiles", "website", "api-server",
    "docs", "infra", "mill", "notes",
  ]
  let branches: [StaticString] = ["main", "main", "main", "develop", "release/2.x", "fix/länge"]
  let commits: [StaticString] = [
    "Fix typo", "Update README.md", "Bump version to 2.4.1",
    #"Handle empty input\n\nThe parser returned an error for a file without records; now it returns none."#,
    #"Merge pull request #418 from mill/weir\n\nAdd a limit"#,
    #"Add tests for \"quoted\" keys and for C:\\paths"#,
    "Übersetzung ergänzt: Größe, Länge, Maß", "パーサーを修正", "🚀 deploy",
    "Use less memory when indexing large windows, and say so in the changelog",
    "chore(deps): update the formatter and reformat all files", #"Tab\tand \u2028 separators"#,
  ]
  let titles: [StaticString] = [
    "Crash on empty file", #"\"limit\" is ignored"#, "Docs: how to resume?",
    "Support für Umlaute", "改行コードの扱い", "Slow on Windows paths (C:\\\\temp)",
  ]
  let sentences: [StaticString] = [
    "It worked in the version before. ", "Steps are below.\\n\\n1. Run it\\n2. Wait\\n",
    "The output is `[1, 2, {\\\"a\\\": null}]` which looks wrong. ",
    "Thanks for the quick answer! ",
    "See also the note in the handbook, section 4. ", "Bei mir tritt es auch auf 😕. ",
    "```swift\\nlet feed = try JSONFeed(.standardInput)\\n```\\n", "I can send a patch next week. ",
    "再現できました。", "On Linux only, with the newest kernel and 8 GB of memory. ",
  ]
  let labels: [StaticString] = ["bug", "good first issue", "docs", "größe/klein", "wontfix"]
  let actions: [StaticString] = ["opened", "closed", "reopened", "edited"]
}
