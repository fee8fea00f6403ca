// The works that are the same for every library with a tree: parse, visit, write, and the fields of
// twitter.json (those on feeds are in Feeds.hpp). A library says how each step is done with it:
//
//   struct Some {
//     static constexpr bool terminated;                a text has to end with a NUL
//     using Tree = …;                                   owned
//     using Node = …;                                   a pointer: null where there is no value
//     Tree parse(std::string_view);                     throws what is wrong with the text
//     static Node root(const Tree &);
//     static void visit(Node, Sink &);                  every value, see Visit.hpp
//     std::string_view write(Tree &);                   as compact text, borrowed until the next call
//     static void each(Node, body);                     the elements of an array
//     static Node field(Node, const char *);
//     static int64_t integer(Node); static double real(Node);
//     static std::string_view text(Node); static bool is_null(Node);
//   };
//
// What is not what was asked for, such as a string where an integer should be, is an error.
#pragma once

#include "Contender.hpp"
#include "Visit.hpp"

#include <stdexcept>

namespace bench {

[[noreturn]] inline void refuse(const std::string &reason) { throw std::runtime_error(reason); }

/// The texts that a library reads: the documents in place, or copies that end with a NUL, made once before
/// any time counts.
template <bool terminated> class Texts {
  std::vector<std::string> copies;
  std::vector<std::string_view> texts;

public:
  const std::vector<std::string_view> &of(const Documents &documents) {
    if (texts.empty()) {
      if (terminated) { copies.assign(documents.begin(), documents.end()); }
      if (terminated) { texts.assign(copies.begin(), copies.end()); }
      else { texts.assign(documents.begin(), documents.end()); }
    }
    return texts;
  }
};

/// The names of the fields that are wanted: the lines of the last document.
inline std::vector<std::string_view> listed_names(const Documents &documents) {
  std::vector<std::string_view> names;
  std::string_view list;
  if (!documents.empty()) { list = documents.back(); }
  for (size_t start = 0; start < list.size();) {
    const size_t stop = std::min(list.find('\n', start), list.size());
    names.push_back(list.substr(start, stop - start));
    start = stop + 1;
  }
  return names;
}

/// Text to tree. In the timed rounds it adds the verdict; for the comparison it reads the whole tree.
template <class Library> struct Parse {
  Library library;
  Texts<Library::terminated> texts;

  void operator()(const Documents &documents, Tally &tally) {
    for (const std::string_view text : texts.of(documents)) {
      [[maybe_unused]] const auto tree = library.parse(text);
      tally.integer(1);
    }
  }
  void operator()(const Documents &documents, Text &sink) {
    for (const std::string_view text : texts.of(documents)) {
      const auto tree = library.parse(text);
      Library::visit(Library::root(tree), sink);
    }
  }
};

/// Text to tree, and all values read.
template <class Library> struct Visit {
  Library library;
  Texts<Library::terminated> texts;

  template <class Sink> void operator()(const Documents &documents, Sink &sink) {
    for (const std::string_view text : texts.of(documents)) {
      const auto tree = library.parse(text);
      Library::visit(Library::root(tree), sink);
    }
  }
};

/// Tree to compact text. The trees are made in the first, untimed run. In the timed rounds it adds whether
/// each text is as long as it was then; for the comparison it passes the text on.
template <class Library> class Write {
  struct Held {
    Library library;
    typename Library::Tree tree;
    size_t length;
    explicit Held(std::string_view text) : tree(library.parse(text)), length(write().size()) {}
    std::string_view write() { return library.write(tree); }
  };
  std::vector<std::unique_ptr<Held>> held;
  Texts<Library::terminated> texts;

  std::vector<std::unique_ptr<Held>> &made(const Documents &documents) {
    if (held.empty()) {
      for (const std::string_view text : texts.of(documents)) {
        held.push_back(std::make_unique<Held>(text));
      }
    }
    return held;
  }

public:
  void operator()(const Documents &documents, Tally &tally) {
    for (auto &one : made(documents)) { tally.integer(one->write().size() == one->length); }
  }
  void operator()(const Documents &documents, Text &sink) {
    for (auto &one : made(documents)) { sink.text(one->write()); }
  }
};

/// twitter.json, seven fields of each status.
template <class Library> struct Partial {
  Library library;
  Texts<Library::terminated> texts;

  template <class Sink> void operator()(const Documents &documents, Sink &sink) {
    using L = Library;
    for (const std::string_view text : texts.of(documents)) {
      const auto tree = library.parse(text);
      L::each(L::field(L::root(tree), "statuses"), [&](typename L::Node status) {
        sink.text(L::text(L::field(status, "created_at")));
        sink.integer(L::integer(L::field(status, "id")));
        sink.text(L::text(L::field(status, "text")));
        const auto user = L::field(status, "user");
        sink.integer(L::integer(L::field(user, "id")));
        sink.text(L::text(L::field(user, "screen_name")));
        sink.integer(L::integer(L::field(status, "retweet_count")));
        sink.integer(L::integer(L::field(status, "favorite_count")));
      });
    }
  }
};

} // namespace bench
