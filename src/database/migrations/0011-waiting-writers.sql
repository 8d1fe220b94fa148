-- What two writers at once could each decide on what the other was about to change. Whoever decides takes the lock of
-- the row first that the other writes too, and looks again once it has it.

-- "A parent has no parent": neither end of the edge may be on both sides of it. The parent's row is locked against
-- becoming a child meanwhile; many may become its children at once.
create or replace function refuse_nested_parents() returns trigger language plpgsql as $$
begin
  if tg_op = 'UPDATE' and new.parent_user_id is not distinct from old.parent_user_id then
    return null;
  end if;
  perform from directory_user where id = new.parent_user_id for share;
  if exists (select from directory_user p where p.id = new.parent_user_id and p.parent_user_id is not null)
     or exists (select from directory_user c where c.parent_user_id = new.id) then
    raise exception 'a secondary user''s parent must have no parent, and a parent must have none'
      using errcode = 'check_violation', constraint = 'directory_user_nested_parents';
  end if;
  return null;
end
$$;

-- The last two reports who leave a manager at once must not each find the other one still there.
create or replace function refresh_is_manager(ids uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = on as $$
begin
  perform from (select distinct id from unnest(ids) as t (id)) t join directory_user m on m.id = t.id
  order by m.id
  for no key update of m;
  update directory_user m set is_manager = not m.is_manager
  from (select distinct id from unnest(ids) as t (id)) t
  where m.id = t.id and m.is_manager <> exists (
    select from directory_user r where r.manager_id = m.id and counts_as_report(r.state, r.deleted_at));
end
$$;
