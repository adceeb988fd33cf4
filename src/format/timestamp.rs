//! RFC 3339 date-times.

use std::time::{SystemTime, UNIX_EPOCH};

use super::FormatError;

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

impl Timestamp {
    /// The time of the system's clock in UTC, to the millisecond: `2026-03-04T05:06:07.089Z`.
    ///
    /// A clock that stands beyond year 9999 reads as the last millisecond of it.
    pub fn now() -> Self {
        Self::from_system_time(SystemTime::now()).unwrap_or_else(|_| Self("9999-12-31T23:59:59.999Z".to_owned()))
    }

    /// A time in UTC, to the millisecond; what is finer is cut off.
    ///
    /// # Errors
    /// [`FormatError`] for a time outside of the years 0000 to 9999, which RFC 3339 cannot write.
    ///
    /// ```
    /// use agentwire::Timestamp;
    /// use std::time::{Duration, UNIX_EPOCH};
    ///
    /// let leap_day = UNIX_EPOCH + Duration::from_millis(1_709_210_096_789);
    /// assert_eq!(Timestamp::from_system_time(leap_day)?.as_str(), "2024-02-29T12:34:56.789Z");
    /// # Ok::<(), agentwire::FormatError>(())
    /// ```
    pub fn from_system_time(time: SystemTime) -> Result<Self, FormatError> {
        let nanos = match time.duration_since(UNIX_EPOCH) {
            Ok(since) => since.as_nanos() as i128,
            Err(before) => -(before.duration().as_nanos() as i128),
        };
        let millis = nanos.div_euclid(1_000_000);
        let (day, milli) = (millis.div_euclid(DAY), millis.rem_euclid(DAY));
        match civil(day) {
            (year @ 0..=9999, month, day) => Ok(Self(format!(
                "{year:04}-{month:02}-{day:02}T{:02}:{:02}:{:02}.{:03}Z",
                milli / 3_600_000,
                milli / 60_000 % 60,
                milli / 1000 % 60,
                milli % 1000
            ))),
            (year, ..) => Err(FormatError { expected: "a time of the years 0000 to 9999", found: format!("year {year}") }),
        }
    }
}

/// Milliseconds of a day.
const DAY: i128 = 86_400_000;

/// Year, month and day of a day counted from 1970-01-01, by the Gregorian calendar.
///
/// The year is taken to begin in March, so that the leap day is its last; 400 such years, an era, are 146,097
/// days whichever they are.
fn civil(day: i128) -> (i128, i128, i128) {
    const ERA: i128 = 146_097;
    /// From 0000-03-01, the first day of an era, to 1970-01-01.
    const EPOCH: i128 = 719_468;
    let (era, of_era) = ((day + EPOCH).div_euclid(ERA), (day + EPOCH).rem_euclid(ERA));
    let year = (of_era - of_era / 1460 + of_era / 36_524 - of_era / 146_096) / 365;
    let of_year = of_era - (365 * year + year / 4 - year / 100);
    // The months from March on have 31, 30, 31, 30, 31 days, over and over: 153 in five.
    let month = (5 * of_year + 2) / 153;
    let day = of_year - (153 * month + 2) / 5 + 1;
    let (year, month) = if month < 10 { (year, month + 3) } else { (year + 1, month - 9) };
    (era * 400 + year, month, day)
}

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
    const MINUTES: i32 = 24 * 60;
    let minute_of_day = (hour * 60 + minute) as i32 - offset;
    set(second < 60 || minute_of_day.rem_euclid(MINUTES) == MINUTES - 1)
}

fn days(year: u32, month: u32) -> u32 {
    match month {
        2 if year.is_multiple_of(4) && (!year.is_multiple_of(100) || year.is_multiple_of(400)) => 29,
        2 => 28,
        4 | 6 | 9 | 11 => 30,
        _ => 31,
    }
}
