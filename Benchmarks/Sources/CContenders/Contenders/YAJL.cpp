// YAJL: its callbacks over the whole text, its tree, and its generator. By default it validates UTF-8, and
// checks what follows the value. Its tree's reader always allows comments; keys and strings of a tree end
// at their first NUL.
#include "Library.hpp"

#if __has_include(<yajl/yajl_parse.h>)
#include "Trees.hpp"

#include <yajl/yajl_gen.h>
#include <yajl/yajl_parse.h>
#include <yajl/yajl_tree.h>
#include <yajl/yajl_version.h>

namespace {

using namespace bench;

struct Release {
  void operator()(yajl_val value) const { yajl_tree_free(value); }
  void operator()(yajl_handle reader) const { yajl_free(reader); }
  void operator()(yajl_gen generator) const { yajl_gen_free(generator); }
};

/// Reads a text with these callbacks.
void read(std::string_view text, const yajl_callbacks &callbacks, void *context) {
  const std::unique_ptr<yajl_handle_t, Release> reader(yajl_alloc(&callbacks, nullptr, context));
  if (!reader) { throw std::bad_alloc(); }
  const auto *const bytes = reinterpret_cast<const unsigned char *>(text.data());
  yajl_status status = yajl_parse(reader.get(), bytes, text.size());
  if (status == yajl_status_ok) { status = yajl_complete_parse(reader.get()); }
  if (status == yajl_status_ok) { return; }
  unsigned char *const reason = yajl_get_error(reader.get(), 0, bytes, text.size());
  const std::string copy(reinterpret_cast<const char *>(reason));
  yajl_free_error(reader.get(), reason);
  refuse(copy);
}

template <class Sink> struct VisitCallbacks {
  static int code(void *context, Code value) {
    visit_code(*static_cast<Sink *>(context), value);
    return 1;
  }
  static int text(void *context, const unsigned char *bytes, size_t length) {
    static_cast<Sink *>(context)->text({reinterpret_cast<const char *>(bytes), length});
    return 1;
  }
  static int number(void *context, double value) {
    visit_number(*static_cast<Sink *>(context), value);
    return 1;
  }
  static constexpr yajl_callbacks all = {
      [](void *context) { return code(context, Code::null); },
      [](void *context, int value) { return code(context, value ? Code::yes : Code::no); },
      [](void *context, long long value) { return number(context, double(value)); },
      number,
      nullptr,
      text,
      [](void *context) { return code(context, Code::begin_object); },
      text,
      [](void *context) { return code(context, Code::end_object); },
      [](void *context) { return code(context, Code::begin_array); },
      [](void *context) { return code(context, Code::end_array); },
  };
};

struct VisitAll {
  template <class Sink> void operator()(const Documents &documents, Sink &sink) {
    for (const std::string_view text : documents) { read(text, VisitCallbacks<Sink>::all, &sink); }
  }
};

/// The reader's position in twitter.json. Values inside containers off the path are only counted.
template <class Sink> struct Statuses {
  enum Place { outside, root, list, status, user };
  Sink &sink;
  Place place = outside;
  size_t skipped = 0;
  /// The key of the next value, if it is one of the wanted fields.
  bool is_wanted = false;
  std::string_view entered{};
  size_t found = 0;

  static Statuses &of(void *context) { return *static_cast<Statuses *>(context); }

  void key(std::string_view name) {
    if (skipped) { return; }
    entered = {};
    is_wanted = false;
    switch (place) {
    case root: entered = name == "statuses" ? "statuses" : ""; break;
    case status:
      entered = name == "user" ? "user" : "";
      is_wanted = name == "created_at" || name == "id" || name == "text" ||
                  name == "retweet_count" || name == "favorite_count";
      break;
    case user: is_wanted = name == "id" || name == "screen_name"; break;
    default: break;
    }
  }
  void open(bool is_object) {
    if (skipped) { ++skipped; }
    else if (is_object && place == outside) { place = root; }
    else if (!is_object && place == root && entered == "statuses") { place = list; }
    else if (is_object && place == list) { place = status; }
    else if (is_object && place == status && entered == "user") { place = user; }
    else { ++skipped; }
  }
  int close() {
    if (skipped) { --skipped; return 1; }
    // All seven fields of a status must be there, or the reader stops.
    const bool is_complete = place != status || found == 7;
    if (place == status) { found = 0; }
    if (place == user) { is_wanted = false; }
    place = Place(place - 1);
    return is_complete;
  }
  bool takes() {
    if (skipped || !is_wanted) { return false; }
    is_wanted = false;
    ++found;
    return true;
  }

  static constexpr yajl_callbacks all = {
      [](void *context) { return int(!of(context).takes()); },
      [](void *context, int) { return int(!of(context).takes()); },
      [](void *context, long long value) {
        if (of(context).takes()) { of(context).sink.integer(value); }
        return 1;
      },
      [](void *context, double) { return int(!of(context).takes()); },
      nullptr,
      [](void *context, const unsigned char *bytes, size_t length) {
        if (of(context).takes()) {
          of(context).sink.text({reinterpret_cast<const char *>(bytes), length});
        }
        return 1;
      },
      [](void *context) {
        of(context).open(true);
        return 1;
      },
      [](void *context, const unsigned char *bytes, size_t length) {
        of(context).key({reinterpret_cast<const char *>(bytes), length});
        return 1;
      },
      [](void *context) { return of(context).close(); },
      [](void *context) {
        of(context).open(false);
        return 1;
      },
      [](void *context) { return of(context).close(); },
  };
};

struct PartialSAX {
  template <class Sink> void operator()(const Documents &documents, Sink &sink) {
    for (const std::string_view text : documents) {
      Statuses<Sink> statuses{sink};
      read(text, Statuses<Sink>::all, &statuses);
    }
  }
};

struct DOM {
  static constexpr bool terminated = true;
  using Tree = std::unique_ptr<yajl_val_s, Release>;
  using Node = yajl_val;
  std::unique_ptr<yajl_gen_t, Release> generator{yajl_gen_alloc(nullptr)};

  Tree parse(std::string_view text) {
    char reason[256] = "";
    Tree tree(yajl_tree_parse(text.data(), reason, sizeof reason));
    if (!tree) { refuse(reason); }
    return tree;
  }
  static Node root(const Tree &tree) { return tree.get(); }

  template <class Sink> static void visit(Node node, Sink &sink) {
    switch (node->type) {
    case yajl_t_object:
      visit_code(sink, Code::begin_object);
      for (size_t i = 0; i < node->u.object.len; ++i) {
        sink.text(node->u.object.keys[i]);
        visit(node->u.object.values[i], sink);
      }
      return visit_code(sink, Code::end_object);
    case yajl_t_array:
      visit_code(sink, Code::begin_array);
      for (size_t i = 0; i < node->u.array.len; ++i) { visit(node->u.array.values[i], sink); }
      return visit_code(sink, Code::end_array);
    case yajl_t_string: return sink.text(node->u.string);
    case yajl_t_number: return visit_number(sink, node->u.number.d);
    case yajl_t_true: return visit_bool(sink, true);
    case yajl_t_false: return visit_bool(sink, false);
    case yajl_t_null: return visit_code(sink, Code::null);
    default: refuse("no JSON value");
    }
  }

  std::string_view write(const Tree &tree) {
    if (!generator) { throw std::bad_alloc(); }
    yajl_gen_clear(generator.get());
    yajl_gen_reset(generator.get(), nullptr);
    generate(tree.get());
    const unsigned char *bytes = nullptr;
    size_t length = 0;
    check(yajl_gen_get_buf(generator.get(), &bytes, &length));
    return {reinterpret_cast<const char *>(bytes), length};
  }

private:
  static void check(yajl_gen_status status) {
    if (status != yajl_gen_status_ok) { refuse("YAJL can't write its tree"); }
  }
  void string(const char *text) {
    check(yajl_gen_string(generator.get(), reinterpret_cast<const unsigned char *>(text),
                          std::strlen(text)));
  }
  /// Numbers as they were read: the tree has their text.
  void generate(Node node) {
    yajl_gen const out = generator.get();
    switch (node->type) {
    case yajl_t_object:
      check(yajl_gen_map_open(out));
      for (size_t i = 0; i < node->u.object.len; ++i) {
        string(node->u.object.keys[i]);
        generate(node->u.object.values[i]);
      }
      return check(yajl_gen_map_close(out));
    case yajl_t_array:
      check(yajl_gen_array_open(out));
      for (size_t i = 0; i < node->u.array.len; ++i) { generate(node->u.array.values[i]); }
      return check(yajl_gen_array_close(out));
    case yajl_t_string: return string(node->u.string);
    case yajl_t_number:
      return check(yajl_gen_number(out, node->u.number.r, std::strlen(node->u.number.r)));
    case yajl_t_true: return check(yajl_gen_bool(out, 1));
    case yajl_t_false: return check(yajl_gen_bool(out, 0));
    default: return check(yajl_gen_null(out));
    }
  }
};

const char *version() {
  static const int number = yajl_version();
  static const std::string text = std::to_string(number / 10000) + "." +
                                  std::to_string(number / 100 % 100) + "." +
                                  std::to_string(number % 100);
  return text.c_str();
}

constexpr Entry all[] = {
    {"parse.yajl.tree", Contender<Parse<DOM>>::make},
    {"visit.yajl.tree", Contender<Visit<DOM>>::make},
    {"visit.yajl.sax", Contender<VisitAll>::make},
    {"write.yajl.tree", Contender<Write<DOM>>::make},
    {"partial.yajl.sax", Contender<PartialSAX>::make},
};

} // namespace

const bench::Library bench::yajl_library =
    library("yajl", "YAJL", "libyajl-dev", version, all);
#else
const bench::Library bench::yajl_library = {"yajl", "YAJL", "libyajl-dev"};
#endif
