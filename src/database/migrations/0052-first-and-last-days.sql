-- What a source says of the first and the last day of an account, null where it says nothing: {"state": what it gives besides,
-- "first_day", "last_day": dates, "begins_at", "ends_at": the instants of the first day's beginning and the last day's end}.
alter table identity add column days jsonb check (jsonb_typeof(days) = 'object');
alter table held_account add column days jsonb check (jsonb_typeof(days) = 'object');
alter table import_account add column days jsonb;

-- The end that the source gives a person, beside expires_at, which is the one that counts: an administrator's while
-- expires_at_is_override, else the source's, unless an administrator overrode exactly that one.
alter table directory_user add column source_expires_at timestamptz;
alter table directory_user add column overridden_source_end timestamptz;
alter table directory_user add column expires_at_is_override boolean not null default false;
update directory_user set expires_at_is_override = true where expires_at is not null;

-- Where the days of a source's people begin. The key of profiles that names the zone of each comes before it.
alter table integration add column time_zone text not null default 'UTC' check (char_length(time_zone) between 1 and 100);
alter table integration add column time_zone_profile_key text check (char_length(time_zone_profile_key) between 1 and 200);
