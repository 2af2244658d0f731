//! Which mutants are found, and what the text with them in it looks like.
#![allow(clippy::unwrap_used, reason = "a test may fail by it")]

use countersign_mutants::{Mutant, find, write};

const CHECK: &str = "\
const MOST: usize = 4 + 4;

impl Policy {
    pub const fn allows(&self, age: u64) -> bool {
        self.open || age < 60 && self.fits(age)
    }
}

fn verify(input: &Input) -> Result<(), Error> {
    read(input)?;
    if input.is_late() {
        return Err(Error::Late);
    }
    match input.kind {
        Kind::Old if input.strict => Err(Error::Old),
        Kind::New => check([0; 2 * 2]),
        _ => Ok(()),
    }
}

#[cfg(test)]
mod tests {
    fn more(a: u8) -> bool { a > 1 }
}
";

fn changes(text: &str) -> Vec<String> {
    let row = |mutant: &Mutant| format!("{}: {}", mutant.function, mutant.change);
    find(text).unwrap().iter().map(row).collect()
}

#[test]
fn each_kind_of_fault_is_found_and_constants_and_tests_are_left_alone() {
    let expected = [
        "Policy::allows: body => true",
        "Policy::allows: body => false",
        "Policy::allows: self.open || age < 60 && self.fits(age) => (self.open) && (age < 60 && self.fits(age))",
        "Policy::allows: age < 60 && self.fits(age) => (age < 60) || (self.fits(age))",
        "Policy::allows: age < 60 => (age) == (60)",
        "Policy::allows: age < 60 => (age) > (60)",
        "Policy::allows: age < 60 => (age) <= (60)",
        "verify: body => Ok(())",
        "verify: read(input)?; => nothing",
        "verify: input.is_late() => false",
        "verify: arm Kind::New => deleted",
        "verify: input.strict => true",
        "verify: input.strict => false",
    ];
    assert_eq!(changes(CHECK), expected);
}

#[test]
fn what_decides_nothing_has_no_mutants() {
    let text = "impl Drop for Key { fn drop(&mut self) { self.wipe()?; } }\
                impl fmt::Debug for Key { fn fmt(&self) -> bool { self.a == self.b } }";
    assert!(changes(text).is_empty());
}

#[test]
fn a_condition_that_binds_a_name_stays_whole() {
    let text = "fn f() { if let Some(a) = b && a > 1 { return; } }";
    let found = changes(text);
    assert_eq!(found.first().unwrap(), "f: body => ()");
    assert!(found.iter().skip(1).all(|change| change.starts_with("f: a > 1 => ")), "{found:?}");
}

#[test]
fn mutants_inside_of_each_other_sleep_in_the_original_alone() {
    let text = "const fn f(a: bool, b: bool) -> bool { a && !b }";
    let found = find(text).unwrap();
    let chosen: Vec<_> = found.iter().zip(1..).collect();
    assert_eq!(
        write::asleep(text, &chosen),
        " fn f(a: bool, b: bool) -> bool { if crate::mutant::is(1) { return true; } \
         if crate::mutant::is(2) { return false; } (if crate::mutant::is(3) { (a) || (!b) } else { \
         a && (if crate::mutant::is(4) { b } else { !b }) }) }"
    );
}

#[test]
fn one_alone_takes_the_place_of_the_original() {
    let alone = |index: usize| write::alone(CHECK, find(CHECK).unwrap().get(index).unwrap());
    assert!(alone(0).contains("-> bool { return true; \n"));
    assert!(alone(2).contains("((self.open) && (age < 60 && self.fits(age)))"));
    assert!(!alone(8).contains("read(input)"));
    assert!(alone(10).contains("Kind::New if false => check"));
}

#[test]
fn every_way_of_writing_it_is_still_rust() {
    let found = find(CHECK).unwrap();
    let all: Vec<_> = found.iter().zip(1..).collect();
    find(&write::asleep(CHECK, &all)).unwrap();
    for mutant in &found {
        find(&write::alone(CHECK, mutant)).unwrap();
    }
}
