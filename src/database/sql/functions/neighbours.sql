-- The people in whose responses a person appears: manager, reports, parent and secondary users.
--
-- Every write runs this at its end. PostgreSQL would plan the statement again on every call, because it deems the plan for
-- an array of one id cheap and the plan for any array expensive; the planning took longer than the work. So the plan for
-- any array is kept, and the statement is such that it is right for one id and for a hundred thousand: each id is looked
-- up by an index, also where the table was small when the plan was made.
create function neighbours(ids uuid[]) returns uuid[] language plpgsql stable
  set search_path = public, pg_temp set enable_nestloop = on set enable_seqscan = off
  set plan_cache_mode = force_generic_plan as $$
begin
  return (
    select coalesce(array_agg(distinct n.id), '{}') from unnest(ids) as t (id)
    cross join lateral (
      select t.id
      union all select u.manager_id from directory_user u where u.id = t.id
      union all select u.parent_user_id from directory_user u where u.id = t.id
      union all select r.id from directory_user r where r.manager_id = t.id
      union all select s.id from directory_user s where s.parent_user_id = t.id
    ) n where n.id is not null);
end
$$;
