//! Values of JSON from what the core computes with.

use std::borrow::Cow;

use serde::Serialize;
use serde_json::{Map, Value};

/// What becomes a value. Of a reference, the value is a copy.
pub(crate) trait IntoValue {
    fn into_value(self) -> Value;
}

/// As [`IntoValue::into_value`].
pub(crate) fn into_value(from: impl IntoValue) -> Value {
    from.into_value()
}

/// The value of what serde describes: the records of AgenticIdentity, whose names are strings. Nothing fails.
pub(crate) fn tree(from: &impl Serialize) -> Value {
    serde_json::to_value(from).unwrap_or_default()
}

macro_rules! as_serde_json {
    ($($type:ty),*) => {
        $(impl IntoValue for $type {
            fn into_value(self) -> Value {
                Value::from(self)
            }
        })*
    };
}

as_serde_json!(bool, u8, u32, u64, usize, i64, f64, &str, String, Map<String, Value>);

impl IntoValue for Value {
    fn into_value(self) -> Value {
        self
    }
}

impl IntoValue for Cow<'_, str> {
    fn into_value(self) -> Value {
        Value::String(self.into_owned())
    }
}

impl<T: IntoValue> IntoValue for Option<T> {
    fn into_value(self) -> Value {
        self.map_or(Value::Null, T::into_value)
    }
}

impl<T: IntoValue> IntoValue for Vec<T> {
    fn into_value(self) -> Value {
        Value::Array(self.into_iter().map(T::into_value).collect())
    }
}

impl<T: IntoValue, const N: usize> IntoValue for [T; N] {
    fn into_value(self) -> Value {
        Value::Array(self.into_iter().map(T::into_value).collect())
    }
}

impl<T: IntoValue + Clone> IntoValue for &[T] {
    fn into_value(self) -> Value {
        self.to_vec().into_value()
    }
}

impl<T: IntoValue + Clone> IntoValue for &T {
    fn into_value(self) -> Value {
        self.clone().into_value()
    }
}
