//! Ids and times that adapters make.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use agentwire::{Counter, IdSource, Identities, Timestamp};

fn at(seconds: i64, nanos: u32) -> SystemTime {
    let whole = Duration::from_secs(seconds.unsigned_abs());
    let time = if seconds < 0 { UNIX_EPOCH - whole } else { UNIX_EPOCH + whole };
    time + Duration::from_nanos(nanos.into())
}

#[test]
fn known_instants_have_their_known_dates() {
    let known = [
        (0, 0, "1970-01-01T00:00:00.000Z"),
        (0, 999_999, "1970-01-01T00:00:00.000Z"),
        (0, 1_000_000, "1970-01-01T00:00:00.001Z"),
        (-1, 999_999_999, "1969-12-31T23:59:59.999Z"),
        (-1, 0, "1969-12-31T23:59:59.000Z"),
        (951_782_399, 0, "2000-02-28T23:59:59.000Z"),
        (951_782_400, 0, "2000-02-29T00:00:00.000Z"),
        (951_868_800, 0, "2000-03-01T00:00:00.000Z"),
        (1_234_567_890, 0, "2009-02-13T23:31:30.000Z"),
        (1_709_164_800, 0, "2024-02-29T00:00:00.000Z"),
        (1_735_689_599, 999_000_000, "2024-12-31T23:59:59.999Z"),
        (2_147_483_648, 0, "2038-01-19T03:14:08.000Z"),
        (4_107_542_400, 0, "2100-03-01T00:00:00.000Z"),
        (4_107_542_399, 0, "2100-02-28T23:59:59.000Z"),
        (-2_203_891_201, 0, "1900-02-28T23:59:59.000Z"),
        (-2_203_891_200, 0, "1900-03-01T00:00:00.000Z"),
        (-62_135_596_800, 0, "0001-01-01T00:00:00.000Z"),
        (-62_167_219_200, 0, "0000-01-01T00:00:00.000Z"),
        (253_402_300_799, 999_999_999, "9999-12-31T23:59:59.999Z"),
    ];
    for (seconds, nanos, expected) in known {
        let timestamp = Timestamp::from_system_time(at(seconds, nanos)).unwrap();
        assert_eq!(timestamp.as_str(), expected, "{seconds}");
        assert!(Timestamp::parse(expected).is_ok(), "{expected}");
    }
}

/// Every day of the years 1582 to 2800, counted up by the calendar's own rules.
#[test]
fn every_day_follows_the_day_before() {
    let mut day = -141_714_i64; // 1582-01-01
    for year in 1582_u32..=2800 {
        let leap = year % 4 == 0 && (year % 100 != 0 || year % 400 == 0);
        for (month, days) in [31, if leap { 29 } else { 28 }, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31].into_iter().enumerate() {
            for of_month in 1..=days {
                let expected = format!("{year}-{:02}-{of_month:02}T12:00:00.000Z", month + 1);
                assert_eq!(Timestamp::from_system_time(at(day * 86_400 + 43_200, 0)).unwrap().as_str(), expected);
                day += 1;
            }
        }
    }
}

#[test]
fn a_year_that_has_no_four_digits_is_an_error() {
    for (seconds, year) in [(253_402_300_800, "10000"), (-62_167_219_201, "-1")] {
        let error = Timestamp::from_system_time(at(seconds, 0)).unwrap_err();
        assert_eq!(error.to_string(), format!("expected a time of the years 0000 to 9999, found year {year}"));
    }
}

#[test]
fn now_lies_between_two_looks_at_the_clock() {
    let text = |time| Timestamp::from_system_time(time).unwrap().as_str().to_owned();
    let before = text(SystemTime::now());
    let now = Timestamp::now();
    let after = text(SystemTime::now());
    assert!(before.as_str() <= now.as_str() && now.as_str() <= after.as_str(), "{before} {now} {after}");
}

#[test]
fn an_entity_keeps_its_id_for_its_life() {
    let (mut calls, mut ids) = (Identities::new(), Counter::new("call-"));
    let first = calls.get("a", &mut ids).clone();
    assert_ne!(*calls.get("b", &mut ids), first);
    assert_eq!(*calls.get("a", &mut ids), first);
    assert_eq!(calls.len(), 2);
    assert_eq!(calls.forget(&"a"), Some(first.clone()));
    assert_ne!(*calls.get("a", &mut ids), first);
    assert_eq!(ids.next_id(), "call-4");
}

#[cfg(feature = "ahp")]
#[test]
fn a_made_up_id_carries_its_marker() {
    use agentwire::ahp;

    let (mut known, mut ids) = (Identities::new(), Counter::new("id-"));
    let id = known.get(1, &mut ids);
    assert_eq!(ahp::Identity::from(id).synthesized, Some(true));
    assert_eq!(ahp::Turn::from(id).synthesized, Some(true));
    assert_eq!(ahp::Session::from(id).synthesized, Some(true));
    assert_eq!(ahp::Attempt::synthesized(id, 1).synthesized, Some(true));
    assert_eq!(ahp::Identity::new("native").synthesized, None);
}

#[cfg(feature = "ids")]
#[test]
fn uuids_differ_and_sort_by_time() {
    let mut ids: Vec<String> = (0..1000).map(|_| agentwire::Uuids.next_id()).collect();
    assert!(ids.iter().all(|id| id.len() == 36 && &id[14..15] == "7"));
    assert!(ids.is_sorted());
    ids.dedup();
    assert_eq!(ids.len(), 1000);
}
