//! What a function could return instead, by its type.

use syn::{GenericArgument, PathArguments, ReturnType, Type, TypePath};

/// Values of a return type, as source text; none where nothing can be said.
pub(crate) fn of(output: &ReturnType) -> Vec<String> {
    match output {
        ReturnType::Default => vec!["()".into()],
        ReturnType::Type(_, ty) => of_type(ty),
    }
}

fn of_type(ty: &Type) -> Vec<String> {
    match ty {
        Type::Path(path) => of_path(path),
        Type::Reference(reference) => of_reference(&reference.elem),
        Type::Tuple(tuple) if tuple.elems.is_empty() => vec!["()".into()],
        Type::Tuple(tuple) => {
            let firsts: Vec<_> =
                tuple.elems.iter().map_while(|ty| of_type(ty).into_iter().next()).collect();
            let complete = firsts.len() == tuple.elems.len();
            complete.then(|| format!("({})", firsts.join(", "))).into_iter().collect()
        }
        Type::Array(array) => within("[", &of_type(&array.elem)[..], "; _]"),
        _ => Vec::new(),
    }
}

fn of_reference(ty: &Type) -> Vec<String> {
    match ty {
        Type::Path(path) if path.path.is_ident("str") => texts(["\"\"", "\"xyzzy\""]),
        Type::Slice(_) => texts(["&[]"]),
        _ => Vec::new(),
    }
}

fn of_path(ty: &TypePath) -> Vec<String> {
    let Some(last) = ty.path.segments.last() else { return Vec::new() };
    let inner = || match &last.arguments {
        PathArguments::AngleBracketed(list) => {
            list.args.iter().find_map(|argument| match argument {
                GenericArgument::Type(ty) => Some(of_type(ty)),
                _ => None,
            })
        }
        _ => None,
    };
    let inner = inner().unwrap_or_default();
    match last.ident.to_string().as_str() {
        "bool" => texts(["true", "false"]),
        "u8" | "u16" | "u32" | "u64" | "u128" | "usize" => texts(["0", "1"]),
        "i8" | "i16" | "i32" | "i64" | "i128" | "isize" => texts(["0", "1", "-1"]),
        "String" => texts(["String::new()", "\"xyzzy\".into()"]),
        "Option" => [texts(["None"]), within("Some(", &inner, ")")].concat(),
        "Result" => within("Ok(", &inner, ")"),
        "Vec" => [texts(["Vec::new()"]), within("vec![", &inner, "]")].concat(),
        "Box" => within("Box::new(", &inner, ")"),
        _ => texts(["Default::default()"]),
    }
}

fn texts<const N: usize>(all: [&str; N]) -> Vec<String> {
    all.map(str::to_owned).into()
}

fn within(before: &str, values: &[String], after: &str) -> Vec<String> {
    values.iter().map(|value| format!("{before}{value}{after}")).collect()
}
