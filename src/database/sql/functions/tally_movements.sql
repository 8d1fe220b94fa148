-- Brings tallies in line with rows of movement that were there before a statement and are there after it.
create function tally_movements(before movement[], after movement[]) returns void language plpgsql as $$
begin
  update ruleset_tally t
  set loses = t.loses + d.loses, gains = t.gains + d.gains, changes_role = t.changes_role + d.changes_role
  from (
    select ruleset_id, sum(sign * loses::integer) as loses, sum(sign * gains::integer) as gains,
      sum(sign * changes_role::integer) as changes_role
    from (select 1 as sign, a.* from unnest(after) a union all select -1, b.* from unnest(before) b) rows
    group by ruleset_id) d
  where t.ruleset_id = d.ruleset_id and (d.loses, d.gains, d.changes_role) <> (0, 0, 0);

  insert into cause_tally (cause_kind, cause_id)
  select distinct cause_kind, cause_id from unnest(after) order by 1, 2 on conflict do nothing;
  perform from cause_tally
  where (cause_kind, cause_id) in (
    select cause_kind, cause_id from unnest(after) union select cause_kind, cause_id from unnest(before))
  order by cause_kind, cause_id for no key update;

  with moved as materialized (
    select cause_kind, cause_id, directory_user_id from unnest(after)
    union select cause_kind, cause_id, directory_user_id from unnest(before)
  ), newest as materialized (
    select cause_kind, cause_id, direction, directory_user_id, max(m.at) as at
    from moved join movement m using (cause_kind, cause_id, directory_user_id)
    cross join lateral (values ('lose', m.loses), ('gain', m.gains), ('change_role', m.changes_role)) d (direction, holds)
    where holds group by cause_kind, cause_id, direction, directory_user_id
  ), gone as (
    delete from cause_person p using moved m
    where (p.cause_kind, p.cause_id, p.directory_user_id) = (m.cause_kind, m.cause_id, m.directory_user_id)
      and not exists (
        select from newest n where (n.cause_kind, n.cause_id, n.direction, n.directory_user_id)
          = (p.cause_kind, p.cause_id, p.direction, p.directory_user_id))
    returning p.cause_kind, p.cause_id, p.direction
  ), written as (
    insert into cause_person (cause_kind, cause_id, direction, directory_user_id, at)
    select cause_kind, cause_id, direction, directory_user_id, at from newest
    on conflict (cause_kind, cause_id, direction, directory_user_id) do update set at = excluded.at
    -- A row that was inserted has no former version.
    returning cause_kind, cause_id, direction, xmax = 0 as is_new
  )
  update cause_tally t
  set loses = t.loses + d.loses, gains = t.gains + d.gains, changes_role = t.changes_role + d.changes_role
  from (
    select cause_kind, cause_id, coalesce(sum(change) filter (where direction = 'lose'), 0) as loses,
      coalesce(sum(change) filter (where direction = 'gain'), 0) as gains,
      coalesce(sum(change) filter (where direction = 'change_role'), 0) as changes_role
    from (
      select cause_kind, cause_id, direction, 1 as change from written where is_new
      union all select cause_kind, cause_id, direction, -1 from gone) changes
    group by cause_kind, cause_id) d
  where (t.cause_kind, t.cause_id) = (d.cause_kind, d.cause_id);
end
$$;
