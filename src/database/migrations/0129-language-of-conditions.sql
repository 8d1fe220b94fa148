-- A negative test of a value can also hold where the key is absent (src/engine/operators.ts).
alter table condition add column or_absent boolean not null default false
  check (not or_absent or (type = 'identity' and coalesce(profile_operator in ('not_equals', 'not_in', 'not_contains'), false)));
