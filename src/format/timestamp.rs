//! RFC 3339 date-times.

/// An RFC 3339 date-time over its original text.
///
/// Lower-case `t` and `z` and the offset `-00:00` pass, any number of fraction digits, year 0000;
/// second 60 passes only where the time in UTC is 23:59:60, whatever the date.
///
/// ```
/// use agentwire::Timestamp;
///
/// assert_eq!(Timestamp::parse("2026-03-04t05:06:07.10z")?.as_str(), "2026-03-04t05:06:07.10z");
/// assert!(Timestamp::parse("2026-02-29T00:00:00Z").is_err());
/// # Ok::<(), agentwire::FormatError>(())
/// ```
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Timestamp(String);

super::format_type!(Timestamp, "an RFC 3339 date-time", is_timestamp);

fn is_timestamp(text: &str) -> bool {
    follows(text.as_bytes()).is_some()
}

/// Two digits at `at`, as a number.
fn two(bytes: &[u8], at: usize) -> Option<u32> {
    match bytes.get(at..at + 2)? {
        [tens @ b'0'..=b'9', ones @ b'0'..=b'9'] => Some(u32::from(tens - b'0') * 10 + u32::from(ones - b'0')),
        _ => None,
    }
}

fn follows(bytes: &[u8]) -> Option<()> {
    let separators = [(4, b'-'), (7, b'-'), (13, b':'), (16, b':')];
    let set = |holds: bool| holds.then_some(());
    set(separators.iter().all(|(at, byte)| bytes.get(*at) == Some(byte)))?;
    set(matches!(bytes.get(10), Some(b'T' | b't')))?;
    let year = two(bytes, 0)? * 100 + two(bytes, 2)?;
    let (month, day) = (two(bytes, 5)?, two(bytes, 8)?);
    let (hour, minute, second) = (two(bytes, 11)?, two(bytes, 14)?, two(bytes, 17)?);
    set((1..=12).contains(&month) && day >= 1 && day <= days(year, month))?;
    set(hour <= 23 && minute <= 59 && second <= 60)?;
    let mut at = 19;
    if bytes.get(at) == Some(&b'.') {
        let digits = bytes[at + 1..].iter().take_while(|byte| byte.is_ascii_digit()).count();
        set(digits > 0)?;
        at += 1 + digits;
    }
    let offset = match bytes.get(at)? {
        b'Z' | b'z' => {
            at += 1;
            0
        }
        sign @ (b'+' | b'-') => {
            let (hours, minutes) = (two(bytes, at + 1)?, two(bytes, at + 4)?);
            set(bytes.get(at + 3) == Some(&b':') && hours <= 23 && minutes <= 59)?;
            at += 6;
            let minutes = (hours * 60 + minutes) as i32;
            if *sign == b'+' {
                minutes
            } else {
                -minutes
            }
        }
        _ => return None,
    };
    set(at == bytes.len())?;
    const DAY: i32 = 24 * 60;
    let minute_of_day = (hour * 60 + minute) as i32 - offset;
    set(second < 60 || minute_of_day.rem_euclid(DAY) == DAY - 1)
}

fn days(year: u32, month: u32) -> u32 {
    match month {
        2 if year % 4 == 0 && (year % 100 != 0 || year % 400 == 0) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
