//! The Rust side of a contender: its file implements [`Contender`], and ends with
//! `fn main() { score::run(Mine::default(), "version") }`. The modes are those of score.hpp.

use std::{fs, io::Write, process::exit, time::Instant};

/// Brackets and literals by their codes, keys and strings unescaped, numbers as doubles.
pub trait Sink {
    fn code(&mut self, code: Code);
    fn real(&mut self, value: f64);
    fn text(&mut self, value: &str);
}

#[derive(Clone, Copy)]
pub enum Code { BeginObject = 1, EndObject, BeginArray, EndArray, Yes, No, Null }

pub trait Contender {
    /// Passes on every value of a text, or says what is wrong with it.
    fn visit<S: Sink>(&mut self, text: &[u8], sink: &mut S) -> Result<(), String>;
}

#[derive(Default)]
struct Tally { numbers: u64, bytes: u64, edges: u64 }

impl Sink for Tally {
    fn code(&mut self, code: Code) { self.numbers = self.numbers.wrapping_add(code as u64) }
    fn real(&mut self, value: f64) { self.numbers = self.numbers.wrapping_add(value.to_bits()) }
    fn text(&mut self, value: &str) {
        self.bytes += value.len() as u64;
        if let (Some(first), Some(last)) = (value.as_bytes().first(), value.as_bytes().last()) {
            self.edges += u64::from(*first) + u64::from(*last);
        }
    }
}

#[derive(Default)]
struct Text { bytes: Vec<u8> }

impl Sink for Text {
    fn code(&mut self, code: Code) { self.bytes.extend(format!("i{}\n", code as u64).bytes()) }
    fn real(&mut self, value: f64) { self.bytes.extend(format!("r{}\n", value.to_bits()).bytes()) }
    fn text(&mut self, value: &str) { self.bytes.extend(format!("s{}:{value}\n", value.len()).bytes()) }
}

/// What callgrind counts, by this name.
#[inline(never)]
fn score_pass<C: Contender>(one: &mut C, text: &[u8], tally: &mut Tally) {
    if let Err(reason) = one.visit(text, tally) { fail(&reason) }
}

fn fail(reason: &str) -> ! {
    eprintln!("{reason}");
    exit(1)
}

fn documents(path: &str) -> Vec<Vec<u8>> {
    let data = fs::read(path).unwrap_or_else(|error| fail(&format!("{path}: {error}")));
    let (mut at, mut found) = (0, vec![]);
    while at < data.len() {
        let end = at + data[at..].iter().position(|byte| *byte == b'\n').unwrap();
        let length: usize = std::str::from_utf8(&data[at..end]).unwrap().parse().unwrap();
        found.push(data[end + 1..end + 1 + length].to_vec());
        at = end + length + 2;
    }
    found
}

extern "C" {
    fn clock_gettime(clock: i32, time: &mut [i64; 2]) -> i32;
}

/// CLOCK_PROCESS_CPUTIME_ID, which the standard library has no name for.
fn cpu_nanoseconds() -> i64 {
    let mut time = [0; 2];
    // SAFETY: a timespec is two integers of 64 bits on the systems that this is compiled for.
    unsafe { clock_gettime(2, &mut time) };
    time[0] * 1_000_000_000 + time[1]
}

fn judge<C: Contender>(one: &mut C, input: &str, output: &str, from: usize) {
    let mut out = fs::OpenOptions::new().append(true).open(output).unwrap();
    for text in documents(input).iter().skip(from) {
        let mut found = Text::default();
        let verdict = one.visit(text, &mut found).map_err(|reason| found.bytes = reason.into_bytes());
        let mut answer = format!("{} {}\n", if verdict.is_ok() { "yes" } else { "no" }, found.bytes.len())
            .into_bytes();
        answer.append(&mut found.bytes);
        answer.push(b'\n');
        out.write_all(&answer).unwrap(); // At once: the next document may end the process.
    }
}

pub fn run<C: Contender>(mut one: C, version: &str) {
    let words: Vec<String> = std::env::args().skip(1).collect();
    let word = |i: usize| words.get(i).map_or("", |word| word.as_str());
    let mut tally = Tally::default();
    match word(0) {
        "version" => println!("{version}"),
        "judge" => judge(&mut one, word(1), word(2), word(3).parse().unwrap()),
        "time" => {
            let all = documents(word(1));
            for _ in 0..word(2).parse().unwrap() {
                let start = cpu_nanoseconds();
                all.iter().for_each(|text| score_pass(&mut one, text, &mut tally));
                println!("{}", cpu_nanoseconds() - start);
            }
            println!("sum {} {} {}", tally.numbers, tally.bytes, tally.edges);
        }
        "records" => {
            let (all, mut spent) = (documents(word(1)), vec![]);
            for _ in 0..word(2).parse().unwrap() {
                for text in &all {
                    let start = Instant::now();
                    score_pass(&mut one, text, &mut tally);
                    spent.extend((start.elapsed().as_nanos() as f32).to_le_bytes());
                }
            }
            fs::write(word(3), spent).unwrap();
        }
        "count" => for text in documents(word(1)) {
            // Buffers grow in the first pass over each document.
            score_pass(&mut one, &text, &mut tally);
            score_pass(&mut one, &text, &mut tally);
        },
        _ => exit(2),
    }
}
