//! Drives every fuzz target for a bounded time, on all cores: `FUZZ_MS` milliseconds each, 200 by default, with inputs drawn
//! by `FUZZ_SEED`. `FUZZ_TARGET` names one of them, for a longer look.

#![allow(clippy::unwrap_used, clippy::indexing_slicing, reason = "test code")]

use std::{
    num::NonZero,
    sync::atomic::{AtomicUsize, Ordering},
    thread,
    time::{Duration, Instant},
};

use countersign_fuzz::{TARGETS, Target};
use countersign_testkit::FixedRng;
use rand_core::Rng;

/// How long each target runs, and with what it is driven.
struct Plan {
    budget: Duration,
    seed: u64,
}

#[test]
fn no_target_panics() {
    let only = std::env::var("FUZZ_TARGET").ok();
    let wanted = |target: &&Target| only.as_ref().is_none_or(|only| only == target.name);
    let targets: Vec<_> = TARGETS.iter().filter(wanted).collect();
    assert!(!targets.is_empty(), "no such target");
    let plan = Plan {
        budget: Duration::from_millis(number("FUZZ_MS").unwrap_or(200)),
        seed: number("FUZZ_SEED").unwrap_or(1),
    };
    // Each takes the same time: whichever core is free takes the next.
    let next = AtomicUsize::new(0);
    let drive_some = || {
        while let Some(target) = targets.get(next.fetch_add(1, Ordering::Relaxed)) {
            drive(target, &plan);
        }
    };
    thread::scope(|scope| {
        for _ in 0..thread::available_parallelism().map_or(1, NonZero::get) {
            scope.spawn(drive_some);
        }
    });
}

fn number(variable: &str) -> Option<u64> {
    std::env::var(variable).ok()?.parse().ok()
}

fn drive(target: &Target, plan: &Plan) {
    let Plan { budget, seed } = *plan;
    let mut rng = FixedRng(seed);
    let end = Instant::now() + budget;
    target.seeds.iter().for_each(|seed| (target.run)(seed));
    let mut runs = 0_u64;
    while Instant::now() < end {
        let input = mutate(target.seeds, &mut rng);
        let outcome = std::panic::catch_unwind(|| (target.run)(&input));
        assert!(outcome.is_ok(), "{}: {:02x?} (run {runs}, FUZZ_SEED={seed})", target.name, input);
        runs += 1;
    }
    println!("{}: {runs} runs", target.name);
}

/// A seed with a few bytes changed, cut, doubled, or spliced with another seed.
fn mutate(seeds: &[&[u8]], rng: &mut FixedRng) -> Vec<u8> {
    let mut input = pick(seeds, rng).to_vec();
    for _ in 0..=below(4, rng) {
        let start = below(input.len() + 1, rng);
        match below(6, rng) {
            0 if start < input.len() => input[start] ^= 1 << below(8, rng),
            1 if start < input.len() => input[start] = rng.next_u32().to_le_bytes()[0],
            2 => input.truncate(start),
            3 => input.insert(start, rng.next_u32().to_le_bytes()[0]),
            4 => input.extend_from_within(start..),
            _ => input.splice(start.., pick(seeds, rng).iter().copied().skip(start)).for_each(drop),
        }
        input.truncate(1 << 16);
    }
    input
}

fn pick<'a>(seeds: &[&'a [u8]], rng: &mut FixedRng) -> &'a [u8] {
    seeds.get(below(seeds.len().max(1), rng)).copied().unwrap_or_default()
}

fn below(bound: usize, rng: &mut FixedRng) -> usize {
    usize::try_from(rng.next_u64() % u64::try_from(bound.max(1)).unwrap()).unwrap()
}
