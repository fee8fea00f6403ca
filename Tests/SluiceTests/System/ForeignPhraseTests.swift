import SluiceSystem
import Testing

@Suite("Texts of libraries inside our sentences")
struct ForeignPhraseTests {
  @Test(
    "had tabs of libpq as \\u{9}, and two full stops at their ends",
    arguments: [
      (
        "connection to server at \"h\" failed: Connection refused\n\tIs the server running on that host?\n",
        "connection to server at \"h\" failed: Connection refused. Is the server running on that host?"
      ),
      (
        "server closed the connection unexpectedly\n\tThis probably means the server terminated abnormally\n"
          + "\tbefore or while processing the request.\n",
        "server closed the connection unexpectedly. This probably means the server terminated abnormally"
          + " before or while processing the request"
      ),
      ("Key (id)=(1) already exists.", "Key (id)=(1) already exists"),
      ("and so on...", "and so on..."),
      ("one\r\n\r\ntwo  three\n", "one two  three"), ("", ""), ("\n\t", ""), ("a\tb", "a\tb"),
    ])
  func phrases(text: String, phrase: String) {
    #expect(ForeignPhrase.made(of: text) == phrase)
  }
}
