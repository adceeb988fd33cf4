//! serde for every wire type: shape only, and for any format.
//!
//! There is one reader and one writer, over JSON text; serde's data model is translated to and from
//! that text. So a type behaves the same whether it comes from bytes, from a `serde_json::Value` or
//! from another format, inside `flatten` and `untagged` too. What serde's model cannot carry is lost
//! on the way: the number spelling and the blanks of opaque JSON.

use std::cell::RefCell;
use std::fmt;

use serde::de::{self, DeserializeSeed, Deserializer, MapAccess, SeqAccess, Visitor};
use serde::ser::{self, Serialize, SerializeMap, SerializeSeq, Serializer};

use super::parser::{Fail, Kind, Parser, MAX_DEPTH};
use super::value::{number_of, Codec};
use super::writer::Writer;

pub(crate) fn serialize<T: Codec, S: Serializer>(value: &T, serializer: S) -> Result<S::Ok, S::Error> {
    let mut text = Vec::new();
    value.write(&mut Writer::new(&mut text));
    let text = String::from_utf8(text).map_err(ser::Error::custom)?;
    let cursor = Cursor(RefCell::new(Parser::new(&text, Default::default())));
    cursor.serialize(serializer)
}

pub(crate) fn deserialize<'de, T: Codec, D: Deserializer<'de>>(deserializer: D) -> Result<T, D::Error> {
    let mut text = Vec::new();
    Sink { out: &mut text, depth: 0 }.deserialize(deserializer)?;
    let text = String::from_utf8(text).map_err(de::Error::custom)?;
    crate::codec::read_text(&text).map_err(|error| de::Error::custom(error.without_offsets()))
}

/// Gives serde impls to a wire type.
macro_rules! impl_serde {
    ($name:ident) => {
        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                $crate::wire::serde::serialize(self, serializer)
            }
        }

        impl<'de> serde::Deserialize<'de> for $name {
            fn deserialize<D: serde::Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
                $crate::wire::serde::deserialize(deserializer)
            }
        }
    };
}
pub(crate) use impl_serde;

/// JSON text, walked forward as a serializer asks for values.
struct Cursor<'a>(RefCell<Parser<'a>>);

impl Cursor<'_> {
    fn step<T, E: ser::Error>(&self, step: impl FnOnce(&mut Parser<'_>) -> Result<T, Fail>) -> Result<T, E> {
        let mut p = self.0.borrow_mut();
        step(&mut p).map_err(|_| match p.faults.first() {
            Some(fault) => E::custom(&fault.message),
            None => E::custom("the value is not JSON"),
        })
    }
}

impl Serialize for Cursor<'_> {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        match self.step(|p| p.kind())? {
            Kind::Null => {
                self.step(|p| p.word("null"))?;
                serializer.serialize_unit()
            }
            Kind::Boolean => serializer.serialize_bool(self.step(|p| p.boolean())?),
            Kind::Number => {
                let number = self.step(|p| Ok(number_of(p.number()?)))?;
                number.serialize(serializer)
            }
            Kind::String => {
                let text = self.step(|p| Ok(p.string()?.into_owned()))?;
                serializer.serialize_str(&text)
            }
            Kind::Array => {
                self.step(|p| p.enter())?;
                let mut list = serializer.serialize_seq(None)?;
                let mut first = true;
                while self.step(|p| p.another(b']', first))? {
                    first = false;
                    list.serialize_element(self)?;
                }
                list.end()
            }
            Kind::Object => {
                self.step(|p| p.enter())?;
                let mut map = serializer.serialize_map(None)?;
                let mut first = true;
                while self.step(|p| p.another(b'}', first))? {
                    first = false;
                    let name = self.step(|p| Ok(p.member_name()?.into_owned()))?;
                    map.serialize_entry(&name, self)?;
                }
                map.end()
            }
        }
    }
}

/// Whatever a deserializer holds, written as JSON text.
struct Sink<'o> {
    out: &'o mut Vec<u8>,
    depth: u32,
}

impl Sink<'_> {
    fn deeper<E: de::Error>(&mut self) -> Result<Sink<'_>, E> {
        if self.depth >= MAX_DEPTH {
            return Err(E::custom(format!("the value nests deeper than {MAX_DEPTH} levels")));
        }
        Ok(Sink { out: self.out, depth: self.depth + 1 })
    }

    fn raw<E>(self, text: &str) -> Result<(), E> {
        self.out.extend_from_slice(text.as_bytes());
        Ok(())
    }
}

impl<'de> DeserializeSeed<'de> for Sink<'_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Sink<'_> {
    type Value = ();

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a JSON value")
    }

    fn visit_bool<E>(self, value: bool) -> Result<(), E> {
        self.raw(if value { "true" } else { "false" })
    }

    fn visit_i64<E>(self, value: i64) -> Result<(), E> {
        self.raw(itoa::Buffer::new().format(value))
    }

    fn visit_u64<E>(self, value: u64) -> Result<(), E> {
        self.raw(itoa::Buffer::new().format(value))
    }

    fn visit_f64<E: de::Error>(self, value: f64) -> Result<(), E> {
        match serde_json::Number::from_f64(value) {
            Some(number) => self.raw(&number.to_string()),
            None => Err(E::custom("JSON has no infinities and no NaN")),
        }
    }

    fn visit_str<E>(self, value: &str) -> Result<(), E> {
        Writer::new(self.out).string(value);
        Ok(())
    }

    fn visit_unit<E>(self) -> Result<(), E> {
        self.raw("null")
    }

    fn visit_none<E>(self) -> Result<(), E> {
        self.raw("null")
    }

    fn visit_some<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_newtype_struct<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        self.deserialize(deserializer)
    }

    fn visit_seq<A: SeqAccess<'de>>(mut self, mut list: A) -> Result<(), A::Error> {
        self.out.push(b'[');
        let mut first = true;
        loop {
            let end = self.out.len();
            if !first {
                self.out.push(b',');
            }
            if list.next_element_seed(self.deeper()?)?.is_none() {
                self.out.truncate(end);
                break;
            }
            first = false;
        }
        self.out.push(b']');
        Ok(())
    }

    fn visit_map<A: MapAccess<'de>>(mut self, mut map: A) -> Result<(), A::Error> {
        self.out.push(b'{');
        let mut first = true;
        while let Some(name) = map.next_key::<String>()? {
            if !first {
                self.out.push(b',');
            }
            first = false;
            Writer::new(self.out).string(&name);
            self.out.push(b':');
            map.next_value_seed(self.deeper()?)?;
        }
        self.out.push(b'}');
        Ok(())
    }
}
