//! The shape printer: the one file that knows typify.
//!
//! Takes a plan; gives the structs and string enums as syn items, bare of attributes, and fills in the
//! plan's field names. typify is given only what it does well: named objects whose members are leaves
//! or references, and string enums. Everything else reaches it as a reference to a type that it need
//! not know. What it prints is held against the plan before anything is made of it: a tuple struct, an
//! untagged enum, a `NonZero` or a `serde_json::Value` never gets further.

use std::collections::BTreeMap;

use heck::{ToSnakeCase, ToUpperCamelCase};
use serde_json::{json, Map};
use typify_impl::{TypeSpace, TypeSpaceImpl, TypeSpaceSettings};

use crate::plan::{EnumValue, Member, Plan, Presence, Shape};
use crate::CodegenError;

const STAGE: &str = "shape";

/// What typify printed, by type name.
pub(crate) type Printed = BTreeMap<String, syn::Item>;

/// Prints the plan's objects and enums, and tells the plan its field names.
pub(crate) fn print(plan: &mut Plan, file: &str) -> Result<Printed, CodegenError> {
    let error =
        |at: &str, message: String| CodegenError { stage: STAGE, file: file.to_owned(), position: None, at: at.to_owned(), message };
    let mut settings = TypeSpaceSettings::default();
    let mut definitions = Map::new();
    let mut leaves: BTreeMap<String, String> = BTreeMap::new();
    for ty in &plan.types {
        match &ty.shape {
            // typify makes a map of an object without members.
            Shape::Object(object) if object.members.is_empty() => {}
            Shape::Object(object) => {
                let mut properties = Map::new();
                for member in &object.members {
                    let fresh = format!("Leaf{}", leaves.len());
                    let leaf = leaves.entry(field_type(member)).or_insert(fresh);
                    properties.insert(member.wire.clone(), json!({ "$ref": format!("#/definitions/{leaf}") }));
                }
                let required: Vec<&String> = properties.keys().collect();
                let schema = json!({ "type": "object", "required": required, "properties": properties });
                definitions.insert(ty.name.clone(), schema);
            }
            Shape::Enum(values) => {
                let values: Vec<&String> = values.iter().map(|value| &value.wire).collect();
                definitions.insert(ty.name.clone(), json!({ "type": "string", "enum": values }));
            }
            _ => {}
        }
    }
    for (rust, leaf) in &leaves {
        settings.with_replacement(leaf, rust, [TypeSpaceImpl::Default].into_iter());
        definitions.insert(leaf.clone(), json!({ "type": "string" }));
    }
    let root = serde_json::from_value(json!({ "definitions": definitions })).map_err(|why| error("", why.to_string()))?;
    let mut space = TypeSpace::new(&settings);
    space.add_root_schema(root).map_err(|why| error("", why.to_string()))?;
    let tree: syn::File = syn::parse2(space.to_stream()).map_err(|why| error("", why.to_string()))?;
    let mut printed = contract(tree, plan).map_err(|(name, why)| error(&name, why))?;
    let docs: BTreeMap<String, String> = plan.types.iter().map(|ty| (ty.name.clone(), ty.doc.clone())).collect();
    for ty in &mut plan.types {
        let at = format!("#{}", ty.pointer);
        match (&mut ty.shape, printed.get_mut(&ty.name)) {
            (Shape::Object(object), None) if object.members.is_empty() => {
                let name = quote::format_ident!("{}", ty.name);
                printed.insert(ty.name.clone(), syn::parse_quote!(pub struct #name {}));
            }
            (Shape::Object(object), Some(syn::Item::Struct(item))) => {
                fields(&mut object.members, item, &docs).map_err(|why| error(&at, why))?
            }
            (Shape::Enum(values), Some(syn::Item::Enum(item))) => variants(values, item).map_err(|why| error(&at, why))?,
            (Shape::Object(_) | Shape::Enum(_), _) => return Err(error(&at, format!("typify prints no type called `{}`", ty.name))),
            _ => {}
        }
    }
    Ok(printed)
}

/// Takes what typify printed, if it is nothing but what the plan asks for; else gives the name of the
/// item that is not, and why.
fn contract(tree: syn::File, plan: &Plan) -> Result<Printed, (String, String)> {
    let mut printed = Printed::new();
    for item in tree.items {
        let name = match &item {
            syn::Item::Struct(item) => item.ident.to_string(),
            syn::Item::Enum(item) => item.ident.to_string(),
            syn::Item::Impl(_) | syn::Item::Mod(_) => continue,
            _ => return Err((String::new(), "typify prints an item that is no type and no impl".into())),
        };
        let surprise = match (&item, plan.find(&name).map(|ty| &ty.shape)) {
            (syn::Item::Struct(item), Some(Shape::Object(_))) if !matches!(item.fields, syn::Fields::Named(_)) => "a struct without names",
            (syn::Item::Enum(item), Some(Shape::Enum(_))) if item.variants.iter().any(|variant| !variant.fields.is_empty()) => {
                "an enum whose variants hold something"
            }
            (syn::Item::Struct(_), Some(Shape::Object(_))) | (syn::Item::Enum(_), Some(Shape::Enum(_))) => {
                printed.insert(name, item);
                continue;
            }
            _ => "a type that the plan does not have",
        };
        return Err((name, format!("typify prints {surprise}")));
    }
    Ok(printed)
}

/// The type of the field that a member becomes.
pub(crate) fn field_type(member: &Member) -> String {
    let ty = member.ty.rust();
    match member.presence {
        Presence::Required => ty,
        Presence::Optional | Presence::Nullable => format!("Option<{ty}>"),
        Presence::Tristate => format!("Presence<{ty}>"),
    }
}

/// Brings a struct's fields into schema order, documented, and tells the members their fields' names.
fn fields(members: &mut [Member], item: &mut syn::ItemStruct, docs: &BTreeMap<String, String>) -> Result<(), String> {
    item.attrs.clear();
    let syn::Fields::Named(fields) = &mut item.fields else { return Ok(()) };
    let mut by_wire: BTreeMap<String, syn::Field> = BTreeMap::new();
    for field in std::mem::take(&mut fields.named) {
        let ident = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        by_wire.insert(renamed(&field.attrs).unwrap_or(ident), field);
    }
    for member in members {
        let mut field = by_wire.remove(&member.wire).ok_or_else(|| format!("typify lost the member `{}`", member.wire))?;
        let planned: syn::Type = syn::parse_str(&field_type(member)).map_err(|why| format!("`{}`: {why}", field_type(member)))?;
        if tokens(&field.ty) != tokens(&planned) {
            return Err(format!("typify gives the member `{}` another type than `{}`", member.wire, field_type(member)));
        }
        field.attrs.clear();
        member.field = field.ident.as_ref().map(ToString::to_string).unwrap_or_default();
        if let Some(other) = fields.named.iter().find(|other| other.ident == field.ident) {
            let ident = other.ident.as_ref().map(ToString::to_string).unwrap_or_default();
            return Err(format!("two members would both be called `{ident}`"));
        }
        let doc = member.doc.clone().unwrap_or_else(|| {
            // A member whose name says enough is what its type is.
            let of_the_type = member.ty.named().and_then(|name| docs.get(name)).filter(|doc| !doc.is_empty());
            format!("`{}`. {}", member.wire, of_the_type.map_or("", |doc| crate::describe::first_sentence(doc))).trim_end().to_owned()
        });
        let lines = crate::print::doc_lines(&doc);
        field.attrs.extend(lines.iter().map(|line| syn::parse_quote!(#[doc = #line])));
        fields.named.push(field);
    }
    match by_wire.into_keys().next() {
        Some(surplus) => Err(format!("typify made up the member `{surplus}`")),
        None => Ok(()),
    }
}

fn tokens(ty: &syn::Type) -> String {
    quote::quote!(#ty).to_string()
}

/// Leaves a string enum's variants bare but for their documentation.
fn variants(values: &[EnumValue], item: &mut syn::ItemEnum) -> Result<(), String> {
    item.attrs.clear();
    if item.variants.len() != values.len() {
        return Err("typify made another number of variants than the enum has values".into());
    }
    for (variant, EnumValue { wire: value, doc }) in item.variants.iter_mut().zip(values) {
        let wire = renamed(&variant.attrs).unwrap_or_else(|| variant.ident.to_string());
        if wire != *value || variant.ident != variant_name(value) {
            return Err(format!("typify calls the value `{value}` `{}`", variant.ident));
        }
        variant.attrs.clear();
        let lines = crate::print::doc_lines(doc.as_deref().unwrap_or(&format!("`{value}`.")));
        variant.attrs.extend(lines.iter().map(|line| syn::parse_quote!(#[doc = #line])));
    }
    Ok(())
}

/// The name that serde is told.
fn renamed(attributes: &[syn::Attribute]) -> Option<String> {
    let mut name = None;
    for attribute in attributes.iter().filter(|attribute| attribute.path().is_ident("serde")) {
        // An attribute of another form says nothing of a name.
        let _ = attribute.parse_nested_meta(|meta| {
            if meta.path.is_ident("rename") {
                name = Some(meta.value()?.parse::<syn::LitStr>()?.value());
            }
            Ok(())
        });
    }
    name
}

/// The variant that stands for a value of a string enum.
pub(crate) fn variant_name(value: &str) -> String {
    value.to_upper_camel_case()
}

/// The method that gives a union's tag.
pub(crate) fn accessor_name(tag: &str) -> String {
    if tag == "type" {
        "type_name".into()
    } else {
        tag.to_snake_case()
    }
}
