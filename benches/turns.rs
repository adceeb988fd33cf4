//! Contenders that take turns.

use std::time::Instant;

/// One way to do an operation, on a whole sample file.
pub(crate) struct Contender<'a> {
    name: &'static str,
    run: Box<dyn FnMut() + 'a>,
}

impl<'a> Contender<'a> {
    /// A contender that does `one` to each of `list`.
    pub(crate) fn each<T>(name: &'static str, list: &'a [T], mut one: impl FnMut(&'a T) + 'a) -> Self {
        Self { name, run: Box::new(move || list.iter().for_each(&mut one)) }
    }
}

/// How a contender did.
pub(crate) struct Measured {
    pub(crate) name: &'static str,
    /// Seconds for one pass over the sample, in the best burst.
    pub(crate) best: f64,
    /// Allocations per event of a pass.
    pub(crate) allocations: f64,
}

/// How long contenders are measured.
pub(crate) struct Turns {
    pub(crate) rounds: usize,
    /// Only contenders whose name has this in it.
    pub(crate) only: Option<String>,
}

impl Turns {
    /// Length of a burst: well above the clock's resolution, well below a scheduler's slice.
    const BURST: f64 = 150e-6;

    /// Lets the contenders take turns on a sample of `events` events.
    pub(crate) fn measure(&self, events: usize, mut contenders: Vec<Contender<'_>>) -> Vec<Measured> {
        contenders.retain(|contender| self.only.as_ref().is_none_or(|only| contender.name.contains(only)));
        let mut measured: Vec<(Measured, usize)> = Vec::new();
        for contender in &mut contenders {
            let info = allocation_counter::measure(&mut contender.run);
            let allocations = info.count_total as f64 / events as f64;
            let once = (0..5).map(|_| time(1, &mut contender.run)).fold(f64::INFINITY, f64::min);
            let passes = (Self::BURST / once).ceil().max(1.0) as usize;
            measured.push((Measured { name: contender.name, best: once, allocations }, passes));
        }
        for _ in 0..self.rounds {
            for (contender, (measured, passes)) in contenders.iter_mut().zip(&mut measured) {
                measured.best = measured.best.min(time(*passes, &mut contender.run));
            }
        }
        measured.into_iter().map(|(measured, _)| measured).collect()
    }
}

/// Seconds for one pass, over so many of them.
fn time(passes: usize, run: &mut dyn FnMut()) -> f64 {
    let start = Instant::now();
    for _ in 0..passes {
        run();
    }
    start.elapsed().as_secs_f64() / passes as f64
}
