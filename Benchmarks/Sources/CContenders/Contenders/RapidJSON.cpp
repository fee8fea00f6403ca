// RapidJSON: its DOM from a string that ends with a NUL (its fastest stream), its DOM in situ (strings are
// unescaped in a copy of the text, which is made within the time), and its SAX reader. UTF-8 is validated,
// and numbers are read in full precision: by default the last bits of doubles are wrong. Nesting has no
// limit. The DOM's memory is a reused buffer, as its manual recommends.
#include "Library.hpp"

#if __has_include(<rapidjson/document.h>)
#include "Feeds.hpp"
#include "RapidJSON.hpp"

namespace {

using namespace bench;

constexpr unsigned flags =
    rapidjson::kParseValidateEncodingFlag | rapidjson::kParseFullPrecisionFlag;

[[noreturn]] void refuse_at(rapidjson::ParseErrorCode code, size_t offset) {
  refuse(std::string(rapidjson::GetParseError_En(code)) + " at " + std::to_string(offset));
}

/// What both DOMs share: reading, and the memory of the tree.
struct Values {
  using Pool = rapidjson::MemoryPoolAllocator<>;
  using Tree = rapidjson::GenericDocument<rapidjson::UTF8<>, Pool>;
  using Node = const rapidjson::Value *;

  static Node root(const Tree &tree) { return &tree; }

  template <class Sink> static void visit(Node node, Sink &sink) {
    switch (node->GetType()) {
    case rapidjson::kObjectType:
      visit_code(sink, Code::begin_object);
      for (const auto &field : node->GetObject()) {
        sink.text(text(&field.name));
        visit(&field.value, sink);
      }
      return visit_code(sink, Code::end_object);
    case rapidjson::kArrayType:
      visit_code(sink, Code::begin_array);
      for (const auto &one : node->GetArray()) { visit(&one, sink); }
      return visit_code(sink, Code::end_array);
    case rapidjson::kStringType: return sink.text({node->GetString(), node->GetStringLength()});
    case rapidjson::kNumberType: return visit_number(sink, node->GetDouble());
    case rapidjson::kTrueType: return visit_bool(sink, true);
    case rapidjson::kFalseType: return visit_bool(sink, false);
    case rapidjson::kNullType: return visit_code(sink, Code::null);
    }
  }

  std::string_view write(const Tree &tree) {
    written.Clear();
    rapidjson::Writer<rapidjson::StringBuffer> writer(written);
    if (!tree.Accept(writer)) { refuse("RapidJSON can't write its tree"); }
    return {written.GetString(), written.GetSize()};
  }

  template <class Body> static void each(Node node, Body body) {
    if (!node || !node->IsArray()) { refuse("no array"); }
    for (const auto &one : node->GetArray()) { body(&one); }
  }
  static Node field(Node node, const char *name) {
    if (!node || !node->IsObject()) { refuse("no object"); }
    const auto found = node->FindMember(name);
    return found == node->MemberEnd() ? nullptr : &found->value;
  }
  static int64_t integer(Node node) {
    if (!node || !node->IsInt64()) { refuse("no integer"); }
    return node->GetInt64();
  }
  static double real(Node node) {
    if (!node || !node->IsNumber()) { refuse("no number"); }
    return node->GetDouble();
  }
  static bool boolean(Node node) {
    if (!node || !node->IsBool()) { refuse("no boolean"); }
    return node->GetBool();
  }
  static std::string_view text(Node node) {
    if (!node || !node->IsString()) { refuse("no string"); }
    return {node->GetString(), node->GetStringLength()};
  }
  static bool is_null(Node node) { return !node || node->IsNull(); }

protected:
  /// An empty pool: the previous tree is gone by now. A tree of small numbers takes 16 bytes for each two
  /// of the text.
  Pool &pool_for(std::string_view text) {
    const size_t wanted = text.size() * 8 + 4096;
    if (wanted > size) {
      pool.reset();
      memory.reset(new char[wanted]);
      size = wanted;
      pool = std::make_unique<Pool>(memory.get(), size);
    }
    pool->Clear();
    return *pool;
  }

private:
  size_t size = 0;
  std::unique_ptr<char[]> memory;
  std::unique_ptr<Pool> pool;
  rapidjson::StringBuffer written;
};

struct DOM : Values {
  static constexpr bool terminated = true;

  Tree parse(std::string_view text) {
    Tree tree(&pool_for(text));
    rapidjson::StringStream stream(text.data());
    tree.ParseStream<flags>(stream);
    if (tree.HasParseError()) { refuse_at(tree.GetParseError(), tree.GetErrorOffset()); }
    return tree;
  }
};

struct InSitu : Values {
  static constexpr bool terminated = false;
  std::vector<char> copy;

  Tree parse(std::string_view text) {
    if (copy.size() <= text.size()) { copy.resize(text.size() + 1); }
    std::memcpy(copy.data(), text.data(), text.size());
    copy[text.size()] = 0;
    Tree tree(&pool_for(text));
    tree.ParseInsitu<flags>(copy.data());
    if (tree.HasParseError()) { refuse_at(tree.GetParseError(), tree.GetErrorOffset()); }
    return tree;
  }
};

template <class Sink> struct Handler {
  Sink &sink;
  bool Null() { return code(Code::null); }
  bool Bool(bool value) { return code(value ? Code::yes : Code::no); }
  bool Int(int value) { return Double(value); }
  bool Uint(unsigned value) { return Double(value); }
  bool Int64(int64_t value) { return Double(double(value)); }
  bool Uint64(uint64_t value) { return Double(double(value)); }
  bool Double(double value) {
    visit_number(sink, value);
    return true;
  }
  bool RawNumber(const char *, rapidjson::SizeType, bool) { return false; }
  bool String(const char *text, rapidjson::SizeType length, bool) {
    sink.text({text, length});
    return true;
  }
  bool Key(const char *text, rapidjson::SizeType length, bool) {
    sink.text({text, length});
    return true;
  }
  bool StartObject() { return code(Code::begin_object); }
  bool EndObject(rapidjson::SizeType) { return code(Code::end_object); }
  bool StartArray() { return code(Code::begin_array); }
  bool EndArray(rapidjson::SizeType) { return code(Code::end_array); }

private:
  bool code(Code value) {
    visit_code(sink, value);
    return true;
  }
};

struct SAX {
  rapidjson::Reader reader;
  Texts<true> texts;

  template <class Sink> void operator()(const Documents &documents, Sink &sink) {
    for (const std::string_view text : texts.of(documents)) {
      rapidjson::StringStream stream(text.data());
      Handler<Sink> handler{sink};
      const auto result = reader.Parse<flags>(stream, handler);
      if (!result) { refuse_at(result.Code(), result.Offset()); }
    }
  }
};

/// Named fields of each object of an array, by one walk over its members when they come in the
/// order of the names.
struct Fields {
  DOM library;
  Texts<true> texts;
  std::vector<std::string_view> names;

  template <class Sink> void operator()(const Documents &documents, Sink &sink) {
    if (names.empty()) { names = listed_names(documents); }
    const auto &all = texts.of(documents);
    for (size_t i = 0; i + 1 < all.size(); ++i) {
      const auto tree = library.parse(all[i]);
      DOM::each(&tree, [&](DOM::Node record) {
        if (!record->IsObject()) { refuse("no object"); }
        auto member = record->MemberBegin();
        for (const std::string_view name : names) {
          while (member != record->MemberEnd() && DOM::text(&member->name) != name) { ++member; }
          if (member == record->MemberEnd()) { refuse("a field is missing"); }
          sink.integer(DOM::integer(&member->value));
        }
      });
    }
  }
};

const char *version() { return RAPIDJSON_VERSION_STRING; }

constexpr Entry all[] = {
    {"parse.rapidjson.dom", Contender<Parse<DOM>>::make},
    {"parse.rapidjson.insitu", Contender<Parse<InSitu>>::make},
    {"visit.rapidjson.dom", Contender<Visit<DOM>>::make},
    {"visit.rapidjson.insitu", Contender<Visit<InSitu>>::make},
    {"visit.rapidjson.sax", Contender<SAX>::make},
    {"write.rapidjson.dom", Contender<Write<DOM>>::make},
    {"partial.rapidjson.dom", Contender<Partial<DOM>>::make},
    {"partial.rapidjson.insitu", Contender<Partial<InSitu>>::make},
    {"logs.rapidjson.insitu", Contender<Logs<InSitu>>::make},
    {"count.rapidjson.insitu", Contender<Count<InSitu>>::make},
    {"typed.rapidjson.insitu", Contender<Typed<InSitu>>::make},
    {"fields.rapidjson.dom", Contender<Fields>::make},
};

} // namespace

const bench::Library bench::rapidjson_library =
    library("rapidjson", "RapidJSON", "rapidjson-dev", version, all);
#else
const bench::Library bench::rapidjson_library = {"rapidjson", "RapidJSON", "rapidjson-dev"};
#endif
