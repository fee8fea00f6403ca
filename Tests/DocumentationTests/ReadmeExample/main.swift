// Runs one of the README's first programs: `ReadmeExample document`, `feed` or `import`.
switch CommandLine.arguments.last {
case "document": try readDocument()
case "feed": try readFeed()
case "import": try importFeed()
default: fatalError("usage: ReadmeExample document|feed|import")
}
