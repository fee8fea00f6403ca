// name: serde_json
// package: librust-serde-json-dev
// crates: serde_json = { version = "1", features = ["float_roundtrip"] }
// note: into its Value; with float_roundtrip, without which the last bits of doubles may differ. No registry here has a newer one
use score::{Code, Sink};
use serde_json::Value;

struct Tree;

impl score::Contender for Tree {
    fn visit<S: Sink>(&mut self, text: &[u8], sink: &mut S) -> Result<(), String> {
        let value: Value = serde_json::from_slice(text).map_err(|error| error.to_string())?;
        walk(&value, sink);
        Ok(())
    }
}

fn walk<S: Sink>(value: &Value, sink: &mut S) {
    match value {
        Value::Object(fields) => {
            sink.code(Code::BeginObject);
            for (key, value) in fields {
                sink.text(key);
                walk(value, sink);
            }
            sink.code(Code::EndObject)
        }
        Value::Array(elements) => {
            sink.code(Code::BeginArray);
            elements.iter().for_each(|one| walk(one, sink));
            sink.code(Code::EndArray)
        }
        Value::String(text) => sink.text(text),
        Value::Number(number) => sink.real(number.as_f64().unwrap_or(f64::NAN)),
        Value::Bool(value) => sink.code(if *value { Code::Yes } else { Code::No }),
        Value::Null => sink.code(Code::Null),
    }
}

fn main() { score::run(Tree, env!("SCORE_VERSION")) }
