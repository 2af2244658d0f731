//! A document as serde reads it: a type takes what it has a place for, and the paths of the rest are noted.
//!
//! Members come in their order, so that the first one that is wrong, and the list of the rest, do not depend on the
//! order of the text. A list where a type has members is refused: serde would read it by position.

use core::fmt;

use countersign_kernels::json::Kind;
use serde::{
    Deserializer,
    de::{
        self, DeserializeSeed, EnumAccess, Expected, IntoDeserializer, MapAccess, SeqAccess,
        Unexpected, VariantAccess, Visitor, value::StrDeserializer,
    },
    forward_to_deserialize_any,
};

use crate::encoding::document::Node;

/// Of how many members that a type has no place for the path is noted. A path can be many times as long as the text
/// of its member.
pub const MAX_UNKNOWN: usize = 100;

/// Why a type cannot be read. Values are not told.
#[derive(Debug)]
pub(super) enum Refused {
    Missing(&'static str),
    List,
    Other,
}

impl fmt::Display for Refused {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Missing(name) => write!(f, "missing field `{name}`"),
            Self::List => f.write_str("a list stands where an object belongs"),
            Self::Other => f.write_str("a member has another form than it must have"),
        }
    }
}

impl core::error::Error for Refused {}

/// Each of them would else print what it was given.
impl de::Error for Refused {
    fn custom<T: fmt::Display>(_: T) -> Self {
        Self::Other
    }

    fn invalid_type(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::Other
    }

    fn invalid_value(_: Unexpected<'_>, _: &dyn Expected) -> Self {
        Self::Other
    }

    fn invalid_length(_: usize, _: &dyn Expected) -> Self {
        Self::Other
    }

    fn unknown_variant(_: &str, _: &'static [&'static str]) -> Self {
        Self::Other
    }

    fn unknown_field(_: &str, _: &'static [&'static str]) -> Self {
        Self::Other
    }

    fn missing_field(name: &'static str) -> Self {
        Self::Missing(name)
    }

    fn duplicate_field(_: &'static str) -> Self {
        Self::Other
    }
}

/// Where a value stands. It becomes text only when it is reported, because names may be long.
pub(super) enum Path<'a> {
    Start,
    Member(&'a Path<'a>, Node<'a>),
    Item(&'a Path<'a>, usize),
}

impl fmt::Display for Path<'_> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let name = |node: &Node<'_>| node.as_str().unwrap_or_default().to_owned();
        match self {
            Self::Start => Ok(()),
            Self::Member(Self::Start, node) => f.write_str(&name(node)),
            Self::Member(parent, node) => write!(f, "{parent}.{}", name(node)),
            Self::Item(parent, index) => write!(f, "{parent}[{index}]"),
        }
    }
}

/// A value to be read.
pub(super) struct Source<'a> {
    pub(super) node: Node<'a>,
    pub(super) path: &'a Path<'a>,
    pub(super) unknown: &'a mut Vec<String>,
}

impl Source<'_> {
    fn number<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        let number = self.node.as_number().ok_or(Refused::Other)?;
        match (number.as_u64(), number.as_i64(), number.as_f64()) {
            (Some(number), ..) => visitor.visit_u64(number),
            (_, Some(number), _) => visitor.visit_i64(number),
            (.., Some(number)) => visitor.visit_f64(number),
            _ => Err(Refused::Other),
        }
    }

    fn text<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.node.as_str().map_or(Err(Refused::Other), |text| visitor.visit_str(text))
    }

    fn object<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        if self.node.kind() != Kind::Object {
            return Err(Refused::Other);
        }
        let Self { node, path, unknown } = self;
        visitor.visit_map(Members { rest: node.members(), next: None, path, unknown })
    }

    fn list<'de, V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        if self.node.kind() != Kind::Array {
            return Err(Refused::Other);
        }
        let Self { node, path, unknown } = self;
        let mut items = Items { rest: node.items().enumerate(), path, unknown };
        let value = visitor.visit_seq(&mut items)?;
        if items.rest.next().is_none() { Ok(value) } else { Err(Refused::Other) }
    }
}

impl<'de> Deserializer<'de> for Source<'_> {
    type Error = Refused;

    fn deserialize_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.node.kind() {
            Kind::Null => visitor.visit_unit(),
            Kind::True => visitor.visit_bool(true),
            Kind::False => visitor.visit_bool(false),
            Kind::Integer | Kind::Number => self.number(visitor),
            Kind::Plain | Kind::Escaped => self.text(visitor),
            Kind::Array => self.list(visitor),
            Kind::Object => self.object(visitor),
        }
    }

    fn deserialize_bool<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        match self.node.kind() {
            Kind::True => visitor.visit_bool(true),
            Kind::False => visitor.visit_bool(false),
            _ => Err(Refused::Other),
        }
    }

    fn deserialize_u32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.number(visitor)
    }

    fn deserialize_u64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.number(visitor)
    }

    fn deserialize_f32<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.number(visitor)
    }

    fn deserialize_f64<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.number(visitor)
    }

    fn deserialize_str<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.text(visitor)
    }

    fn deserialize_string<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.text(visitor)
    }

    fn deserialize_option<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        if self.node.kind() == Kind::Null { visitor.visit_none() } else { visitor.visit_some(self) }
    }

    fn deserialize_newtype_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        visitor: V,
    ) -> Result<V::Value, Refused> {
        visitor.visit_newtype_struct(self)
    }

    fn deserialize_seq<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.list(visitor)
    }

    fn deserialize_map<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        self.object(visitor)
    }

    fn deserialize_struct<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        if self.node.kind() == Kind::Array { Err(Refused::List) } else { self.object(visitor) }
    }

    /// A variant is its name, or an object of its name and of what it holds.
    fn deserialize_enum<V: Visitor<'de>>(
        self,
        _: &'static str,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let Self { node, path, unknown } = self;
        let mut members = node.members();
        let (name, value) = match (members.next(), members.next()) {
            (Some((name, value)), None) => (name, Some(value)),
            (None, _) => (node, None),
            _ => return Err(Refused::Other),
        };
        visitor.visit_enum(Variant { name, value, path, unknown })
    }

    /// The value of a member that the type does not know.
    fn deserialize_ignored_any<V: Visitor<'de>>(self, visitor: V) -> Result<V::Value, Refused> {
        if self.unknown.len() < MAX_UNKNOWN {
            self.unknown.push(self.path.to_string());
        }
        visitor.visit_unit()
    }

    forward_to_deserialize_any! {
        i8 i16 i32 i64 i128 u8 u16 u128 char bytes byte_buf unit unit_struct tuple tuple_struct identifier
    }
}

struct Members<'a, I> {
    rest: I,
    next: Option<(Node<'a>, Node<'a>)>,
    path: &'a Path<'a>,
    unknown: &'a mut Vec<String>,
}

impl<'a, 'de, I: Iterator<Item = (Node<'a>, Node<'a>)>> MapAccess<'de> for Members<'a, I> {
    type Error = Refused;

    fn next_key_seed<K: DeserializeSeed<'de>>(
        &mut self,
        seed: K,
    ) -> Result<Option<K::Value>, Refused> {
        self.next = self.rest.next();
        self.next
            .map(|(name, _)| seed.deserialize(name_of(name.as_str().unwrap_or_default())))
            .transpose()
    }

    fn next_value_seed<V: DeserializeSeed<'de>>(&mut self, seed: V) -> Result<V::Value, Refused> {
        let (name, node) = self.next.take().ok_or(Refused::Other)?;
        let path = Path::Member(self.path, name);
        seed.deserialize(Source { node, path: &path, unknown: self.unknown })
    }
}

/// A name, which is all text.
fn name_of(text: &str) -> StrDeserializer<'_, Refused> {
    text.into_deserializer()
}

struct Items<'a, I> {
    rest: I,
    path: &'a Path<'a>,
    unknown: &'a mut Vec<String>,
}

impl<'a, 'de, I: Iterator<Item = (usize, Node<'a>)>> SeqAccess<'de> for Items<'a, I> {
    type Error = Refused;

    fn next_element_seed<T: DeserializeSeed<'de>>(
        &mut self,
        seed: T,
    ) -> Result<Option<T::Value>, Refused> {
        let Some((index, node)) = self.rest.next() else { return Ok(None) };
        let path = Path::Item(self.path, index);
        seed.deserialize(Source { node, path: &path, unknown: self.unknown }).map(Some)
    }
}

struct Variant<'a> {
    name: Node<'a>,
    value: Option<Node<'a>>,
    path: &'a Path<'a>,
    unknown: &'a mut Vec<String>,
}

impl<'de> EnumAccess<'de> for Variant<'_> {
    type Error = Refused;
    type Variant = Self;

    fn variant_seed<V: DeserializeSeed<'de>>(self, seed: V) -> Result<(V::Value, Self), Refused> {
        let name = self.name.as_str().ok_or(Refused::Other)?;
        Ok((seed.deserialize(name_of(name))?, self))
    }
}

impl<'de> VariantAccess<'de> for Variant<'_> {
    type Error = Refused;

    fn unit_variant(self) -> Result<(), Refused> {
        let nothing = self.value.is_none_or(|value| value.kind() == Kind::Null);
        if nothing { Ok(()) } else { Err(Refused::Other) }
    }

    fn newtype_variant_seed<T: DeserializeSeed<'de>>(self, seed: T) -> Result<T::Value, Refused> {
        let node = self.value.ok_or(Refused::Other)?;
        let path = Path::Member(self.path, self.name);
        seed.deserialize(Source { node, path: &path, unknown: self.unknown })
    }

    fn tuple_variant<V: Visitor<'de>>(self, _: usize, visitor: V) -> Result<V::Value, Refused> {
        let node = self.value.ok_or(Refused::Other)?;
        let path = Path::Member(self.path, self.name);
        Source { node, path: &path, unknown: self.unknown }.list(visitor)
    }

    fn struct_variant<V: Visitor<'de>>(
        self,
        _: &'static [&'static str],
        visitor: V,
    ) -> Result<V::Value, Refused> {
        let node = self.value.ok_or(Refused::Other)?;
        let path = Path::Member(self.path, self.name);
        Source { node, path: &path, unknown: self.unknown }.object(visitor)
    }
}
