//! What looks like a credential, by its name: a heuristic for a descriptor that should carry none.
//! The values themselves never get into a message.

use crate::wire::parser::quoted;

/// Words that end the name of a credential.
const SECRETS: &[&str] =
    &["token", "secret", "password", "passwd", "pwd", "passphrase", "credential", "credentials", "authorization", "apikey"];
/// Words before `key` that make it one.
const KEYS: &[&str] = &["api", "access", "secret", "private", "auth", "signing"];
/// Further names of a URL's parameters.
const PARAMETERS: &[&str] = &["key", "auth", "sig", "signature"];
/// Values that say that there is none.
const NONE: &[&str] = &["true", "false", "none", "null", "-"];

/// Whether the authority of a URL has userinfo.
pub(super) fn has_userinfo(url: &str) -> bool {
    let authority = url.split_once("://").map(|(_, rest)| rest.split(['/', '?', '#']).next().unwrap_or_default());
    authority.is_some_and(|authority| authority.contains('@'))
}

/// Name of the first parameter of a URL's query that looks like a credential.
pub(super) fn in_query(url: &str) -> Option<&str> {
    let (_, query) = url.split('#').next()?.split_once('?')?;
    let mut pairs = query.split(['&', ';']).filter_map(|pair| pair.split_once('='));
    let found =
        pairs.find(|(name, value)| is_value(value) && (is_secret(name) || PARAMETERS.contains(&name.to_ascii_lowercase().as_str())));
    found.map(|(name, _)| name)
}

/// The arguments that look like credentials, by their index, each with the reason.
pub(super) fn in_arguments(arguments: &[String]) -> Vec<(usize, String)> {
    let mut found = Vec::new();
    let mut option: Option<&str> = None;
    for (index, argument) in arguments.iter().enumerate() {
        // `--token=t`, `TOKEN=t`, `Authorization: t`; and `--token`, then `t`.
        let own = argument.split_once(['=', ':']).map(|(name, value)| (name.trim_start_matches('-'), value));
        let before = option.take().filter(|_| !argument.starts_with('-')).map(|name| (name.trim_start_matches('-'), argument.as_str()));
        let named = [own, before].into_iter().flatten().find(|(name, value)| is_secret(name) && is_value(value));
        if let Some((name, _)) = named {
            found.push((index, format!("a descriptor carries no credentials, and {} looks like one", quoted(name))));
        } else if has_userinfo(argument) || in_query(argument).is_some() {
            found.push((index, "a descriptor carries no credentials, and this URL has some".to_owned()));
        }
        if own.is_none() && argument.starts_with('-') {
            option = Some(argument);
        }
    }
    found
}

/// Whether a name (`apiKey`, `--access-token`, `GITHUB_TOKEN`) is that of a credential.
fn is_secret(name: &str) -> bool {
    let words = words(name);
    match &words[..] {
        [] => false,
        [.., before, key] if key == "key" => KEYS.contains(&before.as_str()),
        [.., last] => SECRETS.contains(&last.as_str()),
    }
}

/// The words of a name in lower case: parted by signs and where a capital follows a small letter.
fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut small = false;
    for letter in name.chars() {
        if !letter.is_alphanumeric() || (small && letter.is_uppercase()) {
            words.push(String::new());
        }
        if letter.is_alphanumeric() {
            if let Some(word) = words.last_mut() {
                word.extend(letter.to_lowercase());
            }
        }
        small = letter.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Whether a value is one, and not a placeholder for one.
fn is_value(value: &str) -> bool {
    let value = value.trim();
    let value = value.strip_prefix("Bearer ").or(value.strip_prefix("Basic ")).unwrap_or(value).trim_start();
    let placeholder = value.starts_with(['$', '<', '{', '%', '*']);
    !value.is_empty() && !placeholder && !NONE.contains(&value.to_ascii_lowercase().as_str())
}
