-- The values that differ between two versions of a record; none without a former one. A profile is compared key by key, so that a row
-- shows which of them changed.
create function changed_values(before jsonb, after jsonb) returns table (key text, old jsonb, new jsonb)
  language sql stable parallel safe as $$
  select key, coalesce(b.value, 'null'), coalesce(a.value, 'null')
  from (
    select key, value from jsonb_each(before - 'profile')
    union all select 'profile.' || key, value
    from jsonb_each(case jsonb_typeof(before -> 'profile') when 'object' then before -> 'profile' end)) b
  full join (
    select key, value from jsonb_each(after - 'profile')
    union all select 'profile.' || key, value
    from jsonb_each(case jsonb_typeof(after -> 'profile') when 'object' then after -> 'profile' end)) a using (key)
  where before is not null and coalesce(b.value, 'null') <> coalesce(a.value, 'null')
$$;
