//! Reads a source file and names each fault that could be in it.

use std::ops::Range;

use syn::{
    Attribute, BinOp, Block, Expr, ExprBinary, ExprIf, ExprMacro, ExprMatch, ExprRepeat, ExprUnary,
    ImplItemFn, ItemConst, ItemFn, ItemImpl, ItemMod, ItemStatic, ItemTrait, Pat, Signature, Stmt,
    TraitItemFn, Type, UnOp,
    spanned::Spanned,
    visit::{self, Visit},
};

use crate::{Form, Mutant, values};

/// Traits whose code decides nothing.
const TRAITS: [&str; 6] = ["Debug", "Default", "Display", "Drop", "Zeroize", "ZeroizeOnDrop"];

/// Every mutant of a file, in an order that depends on its text alone.
///
/// # Errors
///
/// The text is not Rust.
pub fn find(text: &str) -> Result<Vec<Mutant>, syn::Error> {
    let file = syn::parse_file(text)?;
    let mut finder = Finder { text, around: Vec::new(), constant: None, found: Vec::new() };
    finder.visit_file(&file);
    Ok(finder.found)
}

struct Finder<'t> {
    text: &'t str,
    /// Names of what surrounds: a type or trait, then a function.
    around: Vec<String>,
    constant: Option<Range<usize>>,
    found: Vec<Mutant>,
}

impl<'t> Finder<'t> {
    fn source(&self, node: &impl Spanned) -> &'t str {
        self.text.get(node.span().byte_range()).unwrap_or_default()
    }

    fn add(&mut self, form: Form, place: Range<usize>, to: String, change: String) {
        let line_of = |at: usize| self.text.get(..at).unwrap_or_default().matches('\n').count() + 1;
        let line = line_of(place.start);
        self.found.push(Mutant {
            lines: line_of(place.end) - line + 1,
            line,
            place,
            form,
            to,
            constant: self.constant.clone(),
            function: self.around.join("::"),
            change: change.split_whitespace().collect::<Vec<_>>().join(" "),
        });
    }

    fn replace(&mut self, node: &impl Spanned, to: String) {
        let change = format!("{} => {to}", self.source(node));
        self.add(Form::Expression, node.span().byte_range(), to, change);
    }

    fn function(&mut self, signature: &Signature, block: &Block) {
        self.around.push(signature.ident.to_string());
        let outer = self.constant.take();
        self.constant = signature.constness.map(|word| word.span().byte_range());
        let start = block.brace_token.span.open().byte_range().end;
        let body = self.source(block);
        for value in values::of(&signature.output) {
            let same = body.trim_matches(['{', '}', ' ', '\n']) == value;
            if !same && !block.stmts.is_empty() {
                self.add(Form::Body, start..start, value.clone(), format!("body => {value}"));
            }
        }
        self.visit_block(block);
        self.constant = outer;
        self.around.pop();
    }
}

impl<'ast> Visit<'ast> for Finder<'_> {
    fn visit_item_mod(&mut self, node: &'ast ItemMod) {
        if !is_test(&node.attrs) {
            visit::visit_item_mod(self, node);
        }
    }

    fn visit_item_impl(&mut self, node: &'ast ItemImpl) {
        let named = node.trait_.as_ref().and_then(|(path, _)| path.segments.last());
        if named.is_some_and(|name| TRAITS.iter().any(|left_out| name.ident == left_out)) {
            return;
        }
        self.around.push(self.source(&node.self_ty).to_owned());
        visit::visit_item_impl(self, node);
        self.around.pop();
    }

    fn visit_item_trait(&mut self, node: &'ast ItemTrait) {
        self.around.push(node.ident.to_string());
        visit::visit_item_trait(self, node);
        self.around.pop();
    }

    fn visit_item_fn(&mut self, node: &'ast ItemFn) {
        if !is_test(&node.attrs) {
            self.function(&node.sig, &node.block);
        }
    }

    fn visit_impl_item_fn(&mut self, node: &'ast ImplItemFn) {
        if !is_test(&node.attrs) {
            self.function(&node.sig, &node.block);
        }
    }

    fn visit_trait_item_fn(&mut self, node: &'ast TraitItemFn) {
        if let Some(block) = &node.default {
            self.function(&node.sig, block);
        }
    }

    // What the compiler computes cannot ask which mutant is awake.
    fn visit_item_const(&mut self, _: &'ast ItemConst) {}
    fn visit_item_static(&mut self, _: &'ast ItemStatic) {}
    fn visit_impl_item_const(&mut self, _: &'ast syn::ImplItemConst) {}
    fn visit_expr_const(&mut self, _: &'ast syn::ExprConst) {}
    fn visit_type(&mut self, _: &'ast Type) {}
    fn visit_generic_argument(&mut self, _: &'ast syn::GenericArgument) {}
    fn visit_variant(&mut self, _: &'ast syn::Variant) {}
    fn visit_expr_repeat(&mut self, node: &'ast ExprRepeat) {
        self.visit_expr(&node.expr);
    }

    fn visit_pat(&mut self, node: &'ast Pat) {
        if let Pat::Guard(guarded) = node {
            self.replace(&guarded.guard, "true".into());
            self.replace(&guarded.guard, "false".into());
            self.visit_expr(&guarded.guard);
        }
    }

    fn visit_stmt(&mut self, node: &'ast Stmt) {
        if let Stmt::Expr(Expr::Try(call), Some(_)) = node {
            let change = format!("{}; => nothing", self.source(call));
            self.add(Form::Statement, node.span().byte_range(), String::new(), change);
        }
        visit::visit_stmt(self, node);
    }

    fn visit_expr_if(&mut self, node: &'ast ExprIf) {
        // Operators and negations have mutants of their own, but none of them leaves the check out.
        if node.else_branch.is_none() && refuses(&node.then_branch) && !has_let(&node.cond) {
            self.replace(&node.cond, "false".into());
        }
        visit::visit_expr_if(self, node);
    }

    fn visit_expr_match(&mut self, node: &'ast ExprMatch) {
        let total = node.arms.last().is_some_and(|arm| matches!(arm.pat, Pat::Wild(_)));
        let deletable = |pat: &Pat| total && !matches!(pat, Pat::Wild(_) | Pat::Guard(_));
        for arm in node.arms.iter().filter(|arm| deletable(&arm.pat)) {
            let at = arm.pat.span().byte_range().end;
            let change = format!("arm {} => deleted", self.source(&arm.pat));
            self.add(Form::Arm, at..at, String::new(), change);
        }
        visit::visit_expr_match(self, node);
    }

    fn visit_expr_binary(&mut self, node: &'ast ExprBinary) {
        if !has_let(&node.left) && !has_let(&node.right) {
            for operator in others(&node.op) {
                let (left, right) = (self.source(&node.left), self.source(&node.right));
                // Only a place can be assigned to, and a place has no parentheses to lose.
                let assigns = operator.len() > 1
                    && operator.ends_with('=')
                    && !"== != <= >=".contains(operator);
                let left = if assigns { left.to_owned() } else { format!("({left})") };
                self.replace(node, format!("{left} {operator} ({right})"));
            }
        }
        visit::visit_expr_binary(self, node);
    }

    fn visit_expr_unary(&mut self, node: &'ast ExprUnary) {
        let literal = matches!(*node.expr, Expr::Lit(_));
        if matches!(node.op, UnOp::Not(_)) || (matches!(node.op, UnOp::Neg(_)) && !literal) {
            self.replace(node, self.source(&node.expr).to_owned());
        }
        visit::visit_expr_unary(self, node);
    }

    fn visit_expr_macro(&mut self, node: &'ast ExprMacro) {
        if node.mac.path.is_ident("matches") {
            self.replace(node, format!("!{}", self.source(node)));
        }
    }
}

fn is_test(attributes: &[Attribute]) -> bool {
    attributes.iter().any(|attribute| match &attribute.meta {
        syn::Meta::Path(path) => path.is_ident("test"),
        syn::Meta::List(list) => list.path.is_ident("cfg") && list.tokens.to_string() == "test",
        syn::Meta::NameValue(_) => false,
    })
}

/// A block whose last act is to leave.
fn refuses(block: &Block) -> bool {
    matches!(
        block.stmts.last(),
        Some(Stmt::Expr(Expr::Return(_) | Expr::Break(_) | Expr::Continue(_) | Expr::Try(_), _))
    )
}

/// Whether a condition binds names, so that it can stand in an `if` alone.
fn has_let(condition: &Expr) -> bool {
    match condition {
        Expr::Let(_) => true,
        Expr::Binary(both) => has_let(&both.left) || has_let(&both.right),
        _ => false,
    }
}

/// The operators that stand for a likely slip.
fn others(operator: &BinOp) -> &'static [&'static str] {
    match operator {
        BinOp::Eq(_) => &["!="],
        BinOp::Ne(_) => &["=="],
        BinOp::And(_) => &["||"],
        BinOp::Or(_) => &["&&"],
        BinOp::Lt(_) => &["==", ">", "<="],
        BinOp::Le(_) => &[">", "<"],
        BinOp::Gt(_) => &["==", "<", ">="],
        BinOp::Ge(_) => &["<", ">"],
        BinOp::Add(_) => &["-", "*"],
        BinOp::Sub(_) => &["+", "/"],
        BinOp::Mul(_) => &["+", "/"],
        BinOp::Div(_) => &["%", "*"],
        BinOp::Rem(_) => &["/", "+"],
        BinOp::Shl(_) => &[">>"],
        BinOp::Shr(_) => &["<<"],
        BinOp::BitAnd(_) => &["|", "^"],
        BinOp::BitOr(_) => &["&", "^"],
        BinOp::BitXor(_) => &["|", "&"],
        BinOp::AddAssign(_) => &["-=", "*="],
        BinOp::SubAssign(_) => &["+=", "/="],
        BinOp::BitOrAssign(_) => &["&=", "^="],
        BinOp::BitXorAssign(_) => &["|=", "&="],
        _ => &[],
    }
}
