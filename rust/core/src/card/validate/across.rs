//! What no field says by itself: requirements that name schemes, and ids of skills.

use countersign_kernels::order::{sorted, sorted_by};

use super::Report;
use crate::{card::pointer::Path, encoding::document::Node};

const REQUIREMENTS: &str = "securityRequirements";

impl Report {
    /// A requirement must name schemes that the card declares.
    pub(super) fn references(&mut self, card: Node<'_>) {
        let skills: Vec<_> = card
            .items_of("skills")
            .enumerate()
            .filter(|(_, skill)| skill.has(REQUIREMENTS))
            .collect();
        if skills.is_empty() && !card.has(REQUIREMENTS) {
            return;
        }
        let declared = card.get("securitySchemes").into_iter().flat_map(Node::members);
        let declared = sorted(declared.filter_map(|(name, _)| name.as_str()).collect());
        self.requirements(&declared, card, &Path::Root);
        for (index, skill) in skills {
            let skills = Path::Member(&Path::Root, "skills");
            self.requirements(&declared, skill, &Path::Item(&skills, index));
        }
    }

    fn requirements(&mut self, declared: &[&str], holder: Node<'_>, path: &Path<'_>) {
        for (index, entry) in holder.items_of(REQUIREMENTS).enumerate() {
            let schemes = entry.get("schemes").into_iter().flat_map(Node::members);
            for name in schemes.filter_map(|(name, _)| name.as_str()) {
                if declared.binary_search(&name).is_err() {
                    let list = Path::Member(path, REQUIREMENTS);
                    let schemes = Path::Item(&list, index);
                    let schemes = Path::Member(&schemes, "schemes");
                    self.problem(&Path::Member(&schemes, name), "reference");
                }
            }
        }
    }

    pub(super) fn skill_ids(&mut self, card: Node<'_>) {
        let skills = card.items_of("skills").enumerate();
        let ids: Vec<_> =
            skills.filter_map(|(index, skill)| Some((skill.get("id")?.as_str()?, index))).collect();
        let ids = sorted_by(ids, Ord::cmp);
        let pairs = ids.iter().zip(ids.iter().skip(1));
        let again = pairs.filter(|(first, next)| first.0 == next.0).map(|(_, (_, index))| *index);
        for index in sorted_by(again.collect(), Ord::cmp) {
            let skills = Path::Member(&Path::Root, "skills");
            let skill = Path::Item(&skills, index);
            self.problem(&Path::Member(&skill, "id"), "duplicate");
        }
    }
}
