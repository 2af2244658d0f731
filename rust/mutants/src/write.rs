//! Source text with mutants in it.
//!
//! A mutated expression becomes `(if crate::mutant::is(7) { MUTATED } else { ORIGINAL })`. The original may hold
//! further mutants, the mutated text holds none, since only one wakes at a time.

use std::{collections::BTreeMap, fmt::Write as _, ops::Range};

use crate::{Form, Mutant};

/// A place, with all that may happen there; in the order of the text, what surrounds before what is inside.
type Sites<'a> = BTreeMap<(usize, Form, usize), Vec<(&'a Mutant, usize)>>;

/// The text with each mutant under its number.
#[must_use]
pub fn asleep(text: &str, chosen: &[(&Mutant, usize)]) -> String {
    let mut sites = Sites::new();
    for (mutant, number) in chosen {
        let Range { start, end } = mutant.place;
        // Of those that begin at one place, the longest comes first.
        sites.entry((start, mutant.form, usize::MAX - end)).or_default().push((mutant, *number));
    }
    let mut constants: Vec<_> =
        chosen.iter().filter_map(|(mutant, _)| mutant.constant.clone()).collect();
    constants.sort_by_key(|range| range.start);
    constants.dedup();
    let sites: Vec<_> = sites.into_values().collect();
    let all = Page { text, constants };
    all.between(0..text.len(), &sites)
}

/// The text with the one mutant in place of the original.
#[must_use]
pub fn alone(text: &str, mutant: &Mutant) -> String {
    let Range { start, end } = mutant.place;
    let (before, after) = (&text.get(..start), &text.get(end..));
    let (before, after) = (before.unwrap_or_default(), after.unwrap_or_default());
    match mutant.form {
        Form::Body => format!("{before} return {}; {after}", mutant.to),
        Form::Arm => format!("{before} if false{after}"),
        Form::Statement => format!("{before}{after}"),
        Form::Expression => format!("{before}({}){after}", mutant.to),
    }
}

struct Page<'a> {
    text: &'a str,
    constants: Vec<Range<usize>>,
}

type Site<'a> = Vec<(&'a Mutant, usize)>;

impl Page<'_> {
    /// The text of `range`, with the sites in it, which are sorted.
    fn between(&self, range: Range<usize>, sites: &[Site<'_>]) -> String {
        let mut out = String::new();
        let (mut at, mut rest) = (range.start, sites);
        while let [site, others @ ..] = rest {
            let Some((first, _)) = site.first() else { break };
            let Range { start, end } = first.place;
            out += &self.plain(at..start);
            let inside = others.partition_point(|other| {
                other.first().is_some_and(|(mutant, _)| mutant.place.start < end)
            });
            let (inside, outside) = others.split_at(inside);
            let original = self.between(start..end, inside);
            put(&mut out, site, &original);
            (at, rest) = (end, outside);
        }
        out + &self.plain(at..range.end)
    }

    /// Text without mutants, and without the `const` of functions that hold one.
    fn plain(&self, range: Range<usize>) -> String {
        let mut out = String::new();
        let mut at = range.start;
        for constant in
            self.constants.iter().filter(|c| range.start <= c.start && c.end <= range.end)
        {
            out += self.text.get(at..constant.start).unwrap_or_default();
            at = constant.end;
        }
        out + self.text.get(at..range.end).unwrap_or_default()
    }
}

fn put(out: &mut String, site: &Site<'_>, original: &str) {
    let Some((first, _)) = site.first() else { return };
    // Writing to a string cannot fail.
    let _ = match first.form {
        Form::Body => site.iter().try_for_each(|(mutant, number)| {
            write!(out, " if crate::mutant::is({number}) {{ return {}; }}", mutant.to)
        }),
        Form::Arm => {
            site.iter().try_for_each(|(_, number)| write!(out, " if !crate::mutant::is({number})"))
        }
        Form::Statement => site.iter().try_for_each(|(_, number)| {
            write!(out, "if !crate::mutant::is({number}) {{ {original} }}")
        }),
        Form::Expression => {
            let chain = site.iter().map(|(mutant, number)| {
                format!("if crate::mutant::is({number}) {{ {} }} else ", mutant.to)
            });
            write!(out, "({}{{ {original} }})", chain.collect::<String>())
        }
    };
}
