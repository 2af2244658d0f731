//! The table of what each verifier costs at most: a row for each, in the modules beside this one.
//!
//! The cost of a row is the sentence in the documentation of that function without its beginning,
//! "Costs at most 2 signature checks a record and 65 a receipt", and `npm run check -- --only layout` compares the two.
//! A row is run on the input that costs most, which must cost just that. What a signer that is not local answers is
//! checked too, in every function that signs; costs leave it out.

use countersign_core::keys::checks_made;

/// A verifier.
#[derive(Clone, Copy)]
pub struct Row {
    /// Its name in the public API.
    pub name: &'static str,
    /// Its cost as in its documentation: counts of checks, each for the whole call or for a number of things.
    pub cost: &'static str,
    run: fn() -> Made,
}

/// What a call did.
pub struct Made {
    checks: u64,
    of: Vec<(&'static str, u64)>,
}

/// A row. A script reads `name` and `cost` too, so both must be literals.
pub const fn row(name: &'static str, cost: &'static str, run: fn() -> Made) -> Row {
    Row { name, cost, run }
}

/// What `run` gives, and the checks that it makes.
pub fn cost<T>(run: impl FnOnce() -> T) -> (T, u64) {
    let before = checks_made();
    let done = run();
    (done, checks_made() - before)
}

/// The checks that `run` makes.
pub fn made<T>(run: impl FnOnce() -> T) -> Made {
    Made { checks: cost(run).1, of: Vec::new() }
}

impl Made {
    /// Says that so many things of that name were given.
    pub fn of(mut self, thing: &'static str, count: usize) -> Self {
        self.of.push((thing, u64::try_from(count).unwrap()));
        self
    }

    /// Adds what another part of the same call did.
    pub fn and(mut self, other: Self) -> Self {
        self.checks += other.checks;
        self.of.extend(other.of);
        self
    }

    /// What a cost allows for the things that were given.
    fn allowed(&self, cost: &str) -> u64 {
        let counts = cost.replace(" and ", ", ");
        counts.split(", ").map(|count| self.term(count)).sum()
    }

    /// `2 signature checks a record`, `65 a receipt`, `16 signature checks`.
    fn term(&self, text: &str) -> u64 {
        let thing = text.split_once(" a ").or_else(|| text.split_once(" an "));
        let (count, thing) = thing.unwrap_or((text, ""));
        let count = count.split(' ').next().unwrap().parse::<u64>().unwrap();
        if thing.is_empty() {
            return count;
        }
        let given = self.of.iter().find(|(name, _)| *name == thing);
        count * given.unwrap_or_else(|| panic!("{thing}: not given")).1
    }
}

/// Each row costs what it says.
pub fn check(rows: &[Row]) {
    for Row { name, cost, run } in rows {
        let made = run();
        assert_eq!(made.checks, made.allowed(cost), "{name}: {cost}");
    }
}

#[test]
fn a_cost_is_a_sum() {
    let made = Made { checks: 0, of: vec![("record", 3), ("event", 2)] };
    assert_eq!(made.allowed("1 signature check"), 1);
    assert_eq!(made.allowed("16 signature checks"), 16);
    assert_eq!(made.allowed("2 signature checks a record and 65 an event"), 6 + 130);
    assert_eq!(made.allowed("1 signature check, 2 a record and 1 an event"), 1 + 6 + 2);
}
