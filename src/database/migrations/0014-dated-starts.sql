-- A person's dated start, and the erasure of what the audit log keeps of a deleted person.

alter table directory_user add column activates_at timestamptz;

-- The state that a person shows at an instant (domain.md §3).
create function directory_user_state(base_state text, expires_at timestamptz, at timestamptz)
  returns text language sql immutable parallel safe
  return case
    when base_state = 'deactivated' then 'deactivated'
    when expires_at <= at then 'expired'
    when base_state in ('staged', 'suspended') then base_state
    when expires_at is not null then 'expiring'
    else 'active'
  end;

-- Whatever else decides about the state takes a dated start back: nobody starts whom the source or an administrator
-- has sent away meanwhile.
create or replace function settle_directory_user() returns trigger language plpgsql as $$
begin
  new.full_name := btrim(new.first_name || ' ' || new.last_name);
  new.email_key := email_key(new.email);
  if not new.username_is_override then
    new.username := nullif(split_part(new.email, '@', 1), '');
  end if;
  if tg_op = 'UPDATE' and new.activates_at = old.activates_at
     and (new.base_state <> old.base_state or new.deleted_at is distinct from old.deleted_at) then
    new.activates_at := null;
  end if;
  new.state := directory_user_state(new.base_state, new.expires_at, current_instant());
  return new;
end
$$;

-- One of the places where a kind is known already: any that a trigger names.
alter table due_instant drop constraint due_instant_kind_check,
  add constraint due_instant_kind_check check (kind ~ '^[a-z][a-z_]{0,62}$');

-- The due instant of a dated start, beside the one of the end. Where the clock has passed both before anybody looked,
-- the start is settled first and shows an expired person at once: the end is still to be settled, at its own instant.
create function refresh_start() returns trigger language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  if new.activates_at is not null then
    insert into due_instant (kind, record_id, at) values ('directory_user_start', new.id, new.activates_at)
    on conflict (kind, record_id) do update set at = excluded.at;
    return null;
  end if;
  delete from due_instant where kind = 'directory_user_start' and record_id = new.id;
  if new.state = 'expired' and new.expires_at > old.activates_at then
    insert into due_instant (kind, record_id, at) values ('directory_user', new.id, new.expires_at)
    on conflict (kind, record_id) do nothing;
  end if;
  return null;
end
$$;
revoke execute on function refresh_start() from public;
create trigger start_on_insert after insert on directory_user for each row
  when (new.activates_at is not null) execute function refresh_start();
create trigger start_on_update after update on directory_user for each row
  when (new.activates_at is distinct from old.activates_at) execute function refresh_start();

-- By the index alone: for nobody's manager a scan would look at everybody before it knew.
create function any_leads(ids uuid[]) returns boolean language plpgsql stable
  set search_path = public, pg_temp set enable_nestloop = on set enable_seqscan = off as $$
begin
  return exists (select from unnest(ids) as t (id) join directory_user r on r.manager_id = t.id);
end
$$;

-- As before, but for the end of somebody who has just expired: it goes when it is settled.
create or replace function directory_user_updated() returns trigger language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = off as $$
declare
  changed uuid[] := array(
    select n.id from after_rows n join before_rows o on o.id = n.id where n is distinct from o);
  managers uuid[] := array(
    select o.manager_id from after_rows n join before_rows o on o.id = n.id
    where o.manager_id is not null and (n.manager_id is distinct from o.manager_id
      or counts_as_report(n.state, n.deleted_at) <> counts_as_report(o.state, o.deleted_at))
    union
    select n.manager_id from after_rows n join before_rows o on o.id = n.id
    where n.manager_id is not null and (n.manager_id is distinct from o.manager_id
      or counts_as_report(n.state, n.deleted_at) <> counts_as_report(o.state, o.deleted_at)));
  former uuid[] := array(
    select o.manager_id from after_rows n join before_rows o on o.id = n.id
    where n is distinct from o and o.manager_id is not null
    union
    select o.parent_user_id from after_rows n join before_rows o on o.id = n.id
    where n is distinct from o and o.parent_user_id is not null);
  moved uuid[] := array(
    select n.id from after_rows n join before_rows o on o.id = n.id
    where n.manager_id is distinct from o.manager_id);
  without_end uuid[] := array(
    select n.id from after_rows n join before_rows o on o.id = n.id
    where n.expires_at is distinct from o.expires_at or n.state <> o.state and n.state <> 'expired');
begin
  if cardinality(changed) = 0 then
    return null;
  end if;
  perform touch_directory_users(former);
  perform touch_neighbourhoods(changed);
  -- Below a manager who moved, everybody's chain of managers is another one: too many to name.
  if any_leads(moved) then
    perform set_config('muster.touched', 'all', true);
  end if;
  if cardinality(managers) > 0 then
    perform refresh_is_manager(managers);
  end if;
  delete from due_instant where kind = 'directory_user' and record_id = any (without_end);
  insert into due_instant (kind, record_id, at)
  select 'directory_user', n.id, n.expires_at from after_rows n join before_rows o on o.id = n.id
  where n is distinct from o and n.expires_at is not null and n.state not in ('expired', 'deactivated')
  on conflict (kind, record_id) do update set at = excluded.at where due_instant.at <> excluded.at;
  return null;
end
$$;

-- What the audit log keeps of a person apart from its rows, which stay. Only of the deleted; the server's role can't
-- delete there by itself.
create function erase_personal_audit(person uuid) returns bigint language plpgsql security definer
  set search_path = public, pg_temp as $$
declare
  erased bigint;
begin
  if not exists (select from directory_user where id = person and deleted_at is not null) then
    raise exception 'only what is kept of a deleted person is erased' using errcode = 'insufficient_privilege';
  end if;
  delete from audit_log_personal where subject_id = person;
  get diagnostics erased = row_count;
  return erased;
end
$$;
revoke execute on function erase_personal_audit(uuid) from public;
grant execute on function erase_personal_audit(uuid) to muster_server;

create index attribute_by_name on attribute (name, id);
create index attribute_search on attribute using gin (search_key(name || ' ' || handle) gin_trgm_ops);
