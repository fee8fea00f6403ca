// name: nothing
// note: the harness in Rust alone
struct Nothing;

impl score::Contender for Nothing {
    fn visit<S: score::Sink>(&mut self, text: &[u8], sink: &mut S) -> Result<(), String> {
        sink.real(f64::from(text.first().copied().unwrap_or(0)));
        Ok(())
    }
}

fn main() { score::run(Nothing, "0") }
