//! What was read of an engine, and its faults. The header of [`super`] says what is refused.

use std::collections::{BTreeMap, BTreeSet};

use rustc_demangle::demangle;

use super::lists::{HARMLESS, ON_PUBLIC, Rule, SELF_TESTS};

/// The functions of an engine.
#[derive(Default)]
pub(super) struct Code {
    pub(super) functions: Vec<Function>,
    /// Names of those that an indirect call can reach.
    pub(super) pointed_at: BTreeSet<String>,
}

/// The branches and calls of a function.
#[derive(Default)]
pub(super) struct Function {
    pub(super) name: String,
    /// How many of what is refused, but for those that are listed.
    pub(super) refused: BTreeMap<&'static str, usize>,
    pub(super) loops: usize,
    /// Names of what it calls.
    pub(super) calls: Vec<String>,
}

impl Code {
    /// The faults of the listed functions, one line each. A name that is listed twice is that of functions that the
    /// compiler made two of: each obeys one of the rules.
    pub(super) fn faults(&self, rules: &[Rule<'_>]) -> Vec<String> {
        let is_there = |name: &str| self.functions.iter().any(|function| function.name == name);
        let gone = rules.iter().filter(|rule| !is_there(rule.name));
        let gone = gone.map(|rule| format!("{}: not in the engine", rule.name));
        gone.chain(self.functions.iter().flat_map(|function| function.faults(rules))).collect()
    }

    /// The faults of a list of callers in variable time.
    pub(super) fn callers(&self, variable: &[&str], public: &[(&str, usize)]) -> Vec<String> {
        let is_variable = |name: &str| variable.iter().any(|start| name.starts_with(start));
        let is_there = |start: &str| self.names().any(|name| name.starts_with(start));
        let gone = variable.iter().filter(|start| !is_there(start));
        let gone = gone.map(|start| format!("{start}: not in the engine"));
        let indirect = self.pointed_at.iter().filter(|name| is_variable(name));
        let indirect = indirect
            .map(|name| format!("{name}: is in variable time and can be called indirectly"));
        let found = self.counted(&is_variable);
        let listed: BTreeMap<_, _> = public.iter().copied().collect();
        let names: BTreeSet<_> = found.keys().chain(listed.keys()).copied().collect();
        let differ = names.into_iter().filter_map(|name| {
            let [have, want] =
                [&found, &listed].map(|map| map.get(name).copied().unwrap_or_default());
            let fault =
                format!("{name}: {have} such call what is in variable time, {want} are listed");
            (have != want).then_some(fault)
        });
        gone.chain(differ).chain(indirect).collect()
    }

    /// Of its functions, and of what they call, which may be imported.
    fn names(&self) -> impl Iterator<Item = &String> {
        self.functions.iter().flat_map(|each| [&each.name].into_iter().chain(&each.calls))
    }

    /// How many functions of each name call what is in variable time, and are not.
    fn counted(&self, is_variable: &impl Fn(&str) -> bool) -> BTreeMap<&str, usize> {
        let mut found = BTreeMap::new();
        for Function { name, calls, .. } in &self.functions {
            let counts = !is_variable(name) && !name.starts_with(SELF_TESTS);
            if counts && calls.iter().any(|called| is_variable(called)) {
                *found.entry(name.as_str()).or_default() += 1;
            }
        }
        found
    }
}

impl Function {
    /// Counts what is refused.
    pub(super) fn refuse(&mut self, what: &'static str) {
        *self.refused.entry(what).or_default() += 1;
    }

    /// Its faults by the rule that it obeys best.
    fn faults(&self, rules: &[Rule<'_>]) -> Vec<String> {
        let own = rules.iter().filter(|rule| rule.name == self.name);
        let faults = own.map(|rule| self.faults_by(rule, rules)).min_by_key(Vec::len);
        faults.into_iter().flatten().map(|fault| format!("{}: {fault}", self.name)).collect()
    }

    fn faults_by(&self, rule: &Rule<'_>, rules: &[Rule<'_>]) -> Vec<String> {
        let &Rule { loops, branches, .. } = rule;
        let as_listed = self.refused.values().sum::<usize>() == branches;
        let refused = self.refused.iter().filter(|_| !as_listed);
        let refused = refused.map(|(what, count)| format!("{count} {what}"));
        let fewer = (!as_listed && branches > 0).then(|| format!("{branches} branches are listed"));
        let count =
            (self.loops != loops).then(|| format!("{} loops, {loops} are listed", self.loops));
        let known = |name: &str| {
            HARMLESS.contains(&name)
                || ON_PUBLIC.contains(&(&self.name, name))
                || rules.iter().any(|listed| listed.name == name)
        };
        let calls = self.calls.iter().filter(|name| !known(name));
        let calls = calls.map(|name| format!("calls {name}, which is not listed"));
        refused.chain(fewer).chain(count).chain(calls).collect()
    }
}

/// A name as the source has it, and without the type whose `impl` in another module it stands in.
pub(super) fn plain(mangled: &str) -> String {
    let name = format!("{:#}", demangle(mangled));
    match (name.split_once("<impl "), name.rsplit_once(">::")) {
        (Some((module, _)), Some((_, function))) => format!("{module}{function}"),
        _ => name,
    }
}
