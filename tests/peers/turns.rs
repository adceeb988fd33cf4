//! Contenders that take turns over one file of messages; each is judged by its best burst, as in `benches/turns.rs`.

use std::time::Instant;

/// A contender: what it does, and how it does it to one line.
pub(crate) type Contender<'a> = (&'static str, Box<dyn FnMut(&str) + 'a>);

/// Seconds that a burst takes at least: well above the clock's resolution.
const BURST: f64 = 150e-6;

/// Prints the best time of each contender over all lines of `text`, and its ratio to the last one's.
pub(crate) fn print(text: &str, rounds: usize, mut contenders: Vec<Contender<'_>>) {
    let lines: Vec<&str> = text.lines().collect();
    let mut best = vec![f64::INFINITY; contenders.len()];
    let mut passes = vec![1; contenders.len()];
    for ((_, run), passes) in contenders.iter_mut().zip(&mut passes) {
        let once = (0..5).map(|_| time(1, &lines, run)).fold(f64::INFINITY, f64::min);
        *passes = (BURST / once).ceil().max(1.0) as usize;
    }
    for _ in 0..rounds {
        for (((_, run), best), passes) in contenders.iter_mut().zip(&mut best).zip(&passes) {
            // The SDKs' turns are so long that the one after them finds none of its own code and data in the caches.
            time(1, &lines, run);
            *best = best.min(time(*passes, &lines, run));
        }
    }
    let reference = best.last().copied().unwrap_or(f64::NAN);
    println!("| | µs per file | ratio |\n|---|---:|---:|");
    for ((name, _), best) in contenders.iter().zip(best) {
        println!("| {name} | {:.1} | {:.1} × |", best * 1e6, best / reference);
    }
}

/// Seconds for one pass, over so many of them.
fn time(passes: usize, lines: &[&str], run: &mut dyn FnMut(&str)) -> f64 {
    let start = Instant::now();
    for _ in 0..passes {
        lines.iter().for_each(|line| run(line));
    }
    start.elapsed().as_secs_f64() / passes as f64
}
