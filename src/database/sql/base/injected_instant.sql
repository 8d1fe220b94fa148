-- The instant that a test injected. No function of this schema believes a setting: the tests replace this one in their
-- own databases, which only the schema's owner can do (test/template.ts).
create or replace function injected_instant() returns timestamptz language sql stable parallel safe
  return null::timestamptz;
