// Documents as C++ structs, all fields of them, written by RapidJSON's Writer into a buffer that is reused.
// The structs are those of Models/ in Swift. simdjson makes them from the document before any time counts:
// RapidJSON reads one number of canada.json one bit off, and would write another value. As JSONEncoder does,
// it leaves out a property without a value.
#include "Registry.hpp"

#if __has_include(<rapidjson/writer.h>)
#include "RapidJSON.hpp"

#include <optional>
#include <stdexcept>
#include <string_view>
#include <type_traits>

namespace {

using simdjson::dom::element;
using Integers = std::vector<int64_t>;
template <class T> using Dictionary = std::vector<std::pair<std::string, T>>;

// Each struct names its fields once: for reading it from a tree, and for writing it.

namespace twitter {

struct Hashtag {
  std::string text;
  Integers indices;
  template <class V> void fields(V &v) { v("text", text), v("indices", indices); }
};

struct Link {
  std::string url, expanded, display;
  Integers indices;
  template <class V> void fields(V &v) {
    v("url", url), v("expanded_url", expanded), v("display_url", display), v("indices", indices);
  }
};

struct Mention {
  std::string screen_name, name;
  int64_t id;
  std::string id_str;
  Integers indices;
  template <class V> void fields(V &v) {
    v("screen_name", screen_name), v("name", name), v("id", id), v("id_str", id_str),
        v("indices", indices);
  }
};

struct Size {
  int64_t width, height;
  std::string resize;
  template <class V> void fields(V &v) { v("w", width), v("h", height), v("resize", resize); }
};

struct Sizes {
  Size medium, small, thumb, large;
  template <class V> void fields(V &v) {
    v("medium", medium), v("small", small), v("thumb", thumb), v("large", large);
  }
};

struct Media {
  int64_t id;
  std::string id_str;
  Integers indices;
  std::string media_url, media_url_https, url, display, expanded, kind;
  Sizes sizes;
  std::optional<int64_t> source_status_id;
  std::optional<std::string> source_status_id_str;
  template <class V> void fields(V &v) {
    v("id", id), v("id_str", id_str), v("indices", indices), v("media_url", media_url),
        v("media_url_https", media_url_https), v("url", url), v("display_url", display),
        v("expanded_url", expanded), v("type", kind), v("sizes", sizes),
        v("source_status_id", source_status_id), v("source_status_id_str", source_status_id_str);
  }
};

struct Entities {
  std::vector<Hashtag> hashtags, symbols;
  std::vector<Link> urls;
  std::vector<Mention> mentions;
  std::optional<std::vector<Media>> media;
  template <class V> void fields(V &v) {
    v("hashtags", hashtags), v("symbols", symbols), v("urls", urls), v("user_mentions", mentions),
        v("media", media);
  }
};

struct Links {
  std::vector<Link> urls;
  template <class V> void fields(V &v) { v("urls", urls); }
};

struct UserEntities {
  Links description;
  std::optional<Links> url;
  template <class V> void fields(V &v) { v("description", description), v("url", url); }
};

struct User {
  int64_t id;
  std::string id_str, name, screen_name, location, description;
  std::optional<std::string> url;
  UserEntities entities;
  bool is_protected;
  int64_t followers, friends, listed;
  std::string created_at;
  int64_t favourites;
  std::optional<int64_t> utc_offset;
  std::optional<std::string> time_zone;
  bool geo, verified;
  int64_t statuses;
  std::string lang;
  bool contributors, translator, translation;
  std::string background_color, background_image, background_image_https;
  bool background_tile;
  std::string image, image_https;
  std::optional<std::string> banner;
  std::string link_color, border_color, fill_color, text_color;
  bool use_background_image, default_profile, default_image, following, requested, notifications;
  template <class V> void fields(V &v) {
    v("id", id), v("id_str", id_str), v("name", name), v("screen_name", screen_name),
        v("location", location), v("description", description), v("url", url),
        v("entities", entities), v("protected", is_protected), v("followers_count", followers),
        v("friends_count", friends), v("listed_count", listed), v("created_at", created_at),
        v("favourites_count", favourites), v("utc_offset", utc_offset), v("time_zone", time_zone),
        v("geo_enabled", geo), v("verified", verified), v("statuses_count", statuses),
        v("lang", lang), v("contributors_enabled", contributors), v("is_translator", translator),
        v("is_translation_enabled", translation), v("profile_background_color", background_color),
        v("profile_background_image_url", background_image),
        v("profile_background_image_url_https", background_image_https),
        v("profile_background_tile", background_tile), v("profile_image_url", image),
        v("profile_image_url_https", image_https), v("profile_banner_url", banner),
        v("profile_link_color", link_color), v("profile_sidebar_border_color", border_color),
        v("profile_sidebar_fill_color", fill_color), v("profile_text_color", text_color),
        v("profile_use_background_image", use_background_image),
        v("default_profile", default_profile), v("default_profile_image", default_image),
        v("following", following), v("follow_request_sent", requested),
        v("notifications", notifications);
  }
};

struct Metadata {
  std::string result_type, language;
  template <class V> void fields(V &v) {
    v("result_type", result_type), v("iso_language_code", language);
  }
};

struct Point {
  std::string kind;
  std::vector<double> coordinates;
  template <class V> void fields(V &v) { v("type", kind), v("coordinates", coordinates); }
};

struct Place {
  std::string id, name;
  template <class V> void fields(V &v) { v("id", id), v("full_name", name); }
};

struct Status {
  Metadata metadata;
  std::string created_at;
  int64_t id;
  std::string id_str, text, source;
  bool truncated;
  std::optional<int64_t> reply_status_id;
  std::optional<std::string> reply_status_id_str;
  std::optional<int64_t> reply_user_id;
  std::optional<std::string> reply_user_id_str, reply_name;
  User user;
  std::optional<Point> geo, coordinates;
  std::optional<Place> place;
  std::optional<Integers> contributors;
  int64_t retweets, favorites;
  Entities entities;
  bool favorited, retweeted;
  std::optional<bool> sensitive;
  std::string lang;
  std::unique_ptr<Status> repeated;
  template <class V> void fields(V &v) {
    v("metadata", metadata), v("created_at", created_at), v("id", id), v("id_str", id_str),
        v("text", text), v("source", source), v("truncated", truncated),
        v("in_reply_to_status_id", reply_status_id),
        v("in_reply_to_status_id_str", reply_status_id_str),
        v("in_reply_to_user_id", reply_user_id), v("in_reply_to_user_id_str", reply_user_id_str),
        v("in_reply_to_screen_name", reply_name), v("user", user), v("geo", geo),
        v("coordinates", coordinates), v("place", place), v("contributors", contributors),
        v("retweet_count", retweets), v("favorite_count", favorites), v("entities", entities),
        v("favorited", favorited), v("retweeted", retweeted), v("possibly_sensitive", sensitive),
        v("lang", lang), v("retweeted_status", repeated);
  }
};

struct SearchMetadata {
  double completed_in;
  int64_t max_id;
  std::string max_id_str, next_results, query, refresh_url;
  int64_t count, since_id;
  std::string since_id_str;
  template <class V> void fields(V &v) {
    v("completed_in", completed_in), v("max_id", max_id), v("max_id_str", max_id_str),
        v("next_results", next_results), v("query", query), v("refresh_url", refresh_url),
        v("count", count), v("since_id", since_id), v("since_id_str", since_id_str);
  }
};

struct Timeline {
  std::vector<Status> statuses;
  SearchMetadata search;
  template <class V> void fields(V &v) { v("statuses", statuses), v("search_metadata", search); }
};

} // namespace twitter

namespace citm {

struct Price {
  int64_t amount, audience, category;
  template <class V> void fields(V &v) {
    v("amount", amount), v("audienceSubCategoryId", audience), v("seatCategoryId", category);
  }
};

struct Area {
  int64_t id;
  Integers blocks;
  template <class V> void fields(V &v) { v("areaId", id), v("blockIds", blocks); }
};

struct SeatCategory {
  std::vector<Area> areas;
  int64_t id;
  template <class V> void fields(V &v) { v("areas", areas), v("seatCategoryId", id); }
};

struct Performance {
  int64_t event, id;
  std::optional<std::string> logo, name;
  std::vector<Price> prices;
  std::vector<SeatCategory> categories;
  std::optional<std::string> map;
  int64_t start;
  std::string venue;
  template <class V> void fields(V &v) {
    v("eventId", event), v("id", id), v("logo", logo), v("name", name), v("prices", prices),
        v("seatCategories", categories), v("seatMapImage", map), v("start", start),
        v("venueCode", venue);
  }
};

struct Event {
  std::optional<std::string> description;
  int64_t id;
  std::optional<std::string> logo;
  std::string name;
  Integers subtopics;
  std::optional<std::string> subject, subtitle;
  Integers topics;
  template <class V> void fields(V &v) {
    v("description", description), v("id", id), v("logo", logo), v("name", name),
        v("subTopicIds", subtopics), v("subjectCode", subject), v("subtitle", subtitle),
        v("topicIds", topics);
  }
};

struct Catalog {
  using Names = Dictionary<std::string>;
  Names areas, audiences, blocks;
  Dictionary<Event> events;
  std::vector<Performance> performances;
  Names categories, subtopics, subjects, topics;
  Dictionary<Integers> topic_subtopics;
  Names venues;
  template <class V> void fields(V &v) {
    v("areaNames", areas), v("audienceSubCategoryNames", audiences), v("blockNames", blocks),
        v("events", events), v("performances", performances), v("seatCategoryNames", categories),
        v("subTopicNames", subtopics), v("subjectNames", subjects), v("topicNames", topics),
        v("topicSubTopics", topic_subtopics), v("venueNames", venues);
  }
};

} // namespace citm

namespace canada {

struct Geometry {
  std::string type;
  std::vector<std::vector<std::vector<double>>> coordinates;
  template <class V> void fields(V &v) { v("type", type), v("coordinates", coordinates); }
};

struct Feature {
  std::string type;
  Dictionary<std::string> properties;
  Geometry geometry;
  template <class V> void fields(V &v) {
    v("type", type), v("properties", properties), v("geometry", geometry);
  }
};

struct Canada {
  std::string type;
  std::vector<Feature> features;
  template <class V> void fields(V &v) { v("type", type), v("features", features); }
};

} // namespace canada

// simdjson throws for another kind of value than the struct's.
void read(element value, std::string &to) { to.assign(std::string_view(value)); }
void read(element value, int64_t &to) { to = int64_t(value); }
void read(element value, double &to) { to = double(value); }
void read(element value, bool &to) { to = bool(value); }
template <class T> void read(element value, std::optional<T> &to);
template <class T> void read(element value, std::unique_ptr<T> &to);
template <class T> void read(element value, std::vector<T> &to);
template <class T> void read(element value, Dictionary<T> &to);
template <class T> void read(element value, T &to);

template <class T> void leave_out(std::optional<T> &) {}
template <class T> void leave_out(std::unique_ptr<T> &) {}
template <class T> void leave_out(T &) { throw std::runtime_error("a field is missing"); }

struct Reading {
  simdjson::dom::object object;
  template <class T> void operator()(const char *name, T &field) {
    element found;
    if (object[name].get(found) == simdjson::SUCCESS) {
      read(found, field);
    } else {
      leave_out(field);
    }
  }
};

template <class T> void read(element value, T &to) {
  Reading reading{value};
  to.fields(reading);
}
template <class T> void read(element value, std::optional<T> &to) {
  if (!value.is_null()) { read(value, to.emplace()); }
}
template <class T> void read(element value, std::unique_ptr<T> &to) {
  if (value.is_null()) { return; }
  to = std::make_unique<T>();
  read(value, *to);
}
template <class T> void read(element value, std::vector<T> &to) {
  for (const element one : simdjson::dom::array(value)) { read(one, to.emplace_back()); }
}
template <class T> void read(element value, Dictionary<T> &to) {
  for (const auto field : simdjson::dom::object(value)) {
    auto &entry = to.emplace_back();
    entry.first.assign(field.key);
    read(field.value, entry.second);
  }
}

using Writer = rapidjson::Writer<rapidjson::StringBuffer>;

void write(Writer &out, std::string &text) {
  out.String(text.data(), rapidjson::SizeType(text.size()));
}
void write(Writer &out, int64_t &value) { out.Int64(value); }
void write(Writer &out, double &value) { out.Double(value); }
void write(Writer &out, bool &value) { out.Bool(value); }
template <class T> void write(Writer &out, std::vector<T> &array);
template <class T> void write(Writer &out, Dictionary<T> &dictionary);
template <class T> void write(Writer &out, T &object);

struct Writing {
  Writer &out;
  template <size_t size, class T> void operator()(const char (&name)[size], T &field) {
    out.Key(name, size - 1);
    write(out, field);
  }
  template <size_t size, class T>
  void operator()(const char (&name)[size], std::optional<T> &field) {
    if (field) { (*this)(name, *field); }
  }
  template <size_t size, class T>
  void operator()(const char (&name)[size], std::unique_ptr<T> &field) {
    if (field) { (*this)(name, *field); }
  }
};

template <class T> void write(Writer &out, T &object) {
  out.StartObject();
  Writing writing{out};
  object.fields(writing);
  out.EndObject();
}
template <class T> void write(Writer &out, std::vector<T> &array) {
  out.StartArray();
  for (T &element : array) { write(out, element); }
  out.EndArray();
}
template <class T> void write(Writer &out, Dictionary<T> &dictionary) {
  out.StartObject();
  for (auto &entry : dictionary) {
    out.Key(entry.first.data(), rapidjson::SizeType(entry.first.size()));
    write(out, entry.second);
  }
  out.EndObject();
}

/// Writes the value; the timed rounds count how often its length is that of the first time.
template <class T> struct Dump {
  std::unique_ptr<T> value;
  rapidjson::StringBuffer written;
  size_t length = 0;

  template <class Sink> void operator()(const bench::Documents &documents, Sink &sink) {
    if (!value) { make(documents); }
    written.Clear();
    Writer writer(written);
    write(writer, *value);
    if constexpr (std::is_same_v<Sink, bench::Tally>) {
      sink.integer(written.GetSize() == length);
    } else {
      length = written.GetSize();
      sink.text({written.GetString(), written.GetSize()});
    }
  }

private:
  void make(const bench::Documents &documents) {
    simdjson::dom::parser parser;
    const element tree = parser.parse(documents[0].data(), documents[0].size(), false);
    value = std::make_unique<T>();
    read(tree, *value);
  }
};

} // namespace

namespace bench {
Made make_dump_rapidjson_twitter(Documents documents) {
  return Contender<Dump<twitter::Timeline>>::make(std::move(documents));
}
Made make_dump_rapidjson_citm(Documents documents) {
  return Contender<Dump<citm::Catalog>>::make(std::move(documents));
}
Made make_dump_rapidjson_canada(Documents documents) {
  return Contender<Dump<canada::Canada>>::make(std::move(documents));
}
} // namespace bench
#else
bench::Made bench::make_dump_rapidjson_twitter(Documents) { return nullptr; }
bench::Made bench::make_dump_rapidjson_citm(Documents) { return nullptr; }
bench::Made bench::make_dump_rapidjson_canada(Documents) { return nullptr; }
#endif
