//! Contenders that take turns over one file of messages; each is judged by its best pass.

use std::time::Instant;

/// A contender: what it does, and how it does it to one line.
pub(crate) type Contender<'a> = (&'static str, Box<dyn FnMut(&str) + 'a>);

/// Prints the best time of each contender over all lines of `text`, and its ratio to the last one's.
pub(crate) fn print(text: &str, rounds: usize, mut contenders: Vec<Contender<'_>>) {
    let mut best = vec![f64::INFINITY; contenders.len()];
    for _ in 0..rounds {
        for ((_, run), best) in contenders.iter_mut().zip(&mut best) {
            let start = Instant::now();
            text.lines().for_each(&mut *run);
            *best = best.min(start.elapsed().as_secs_f64());
        }
    }
    let reference = best.last().copied().unwrap_or(f64::NAN);
    println!("| | µs per file | ratio |\n|---|---:|---:|");
    for ((name, _), best) in contenders.iter().zip(best) {
        println!("| {name} | {:.1} | {:.1} × |", best * 1e6, best / reference);
    }
}
