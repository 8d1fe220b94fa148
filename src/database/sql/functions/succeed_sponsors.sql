-- Where people leave who answer for services, the nearest active manager above each, by the edges before the change
-- (directory_user_updated), answers for them; without one nobody does, which counts as a missed confirmation. What the
-- transaction has left of a person at its end decides. The managers are held, so that none of them leaves meanwhile unseen.
create function succeed_sponsors() returns void language plpgsql security definer set search_path = public, pg_temp as $$
declare
  above jsonb := coalesce(nullif(current_setting('muster.leaving_sponsors', true), ''), '{}');
  leaving uuid[];
  entries jsonb;
begin
  if above = '{}' then
    return;
  end if;
  perform set_config('muster.leaving_sponsors', '', true);
  leaving := array(select id from directory_user where id in (select key::uuid from jsonb_object_keys(above) key)
    and (deleted_at is not null or state in ('expired', 'deactivated')));
  if leaving = '{}' then
    return;
  end if;
  perform from directory_user
  where id in (select m::uuid from unnest(leaving) l, jsonb_array_elements_text(above -> l::text) m) order by id for share;
  perform from service where sponsor_id = any (leaving) order by id for no key update;
  with former as materialized (
    select s.id, s.sponsor_id, s.confirm_by, (
      select u.id from jsonb_array_elements_text(above -> s.sponsor_id::text) with ordinality m (id, n)
      join directory_user u on u.id = m.id::uuid
      where u.deleted_at is null and u.state in ('active', 'expiring') order by m.n limit 1) as successor_id
    from service s where s.sponsor_id = any (leaving) and s.deleted_at is null
  ), followed as (
    update service s set sponsor_id = f.successor_id,
      confirm_by = case when f.successor_id is null then least(s.confirm_by, current_instant()) else s.confirm_by end
    from former f where s.id = f.id
    returning s.id, f.sponsor_id as former_id, s.sponsor_id, f.confirm_by as former_confirm_by, s.confirm_by
  )
  select jsonb_agg(jsonb_build_object(
    'event', 'workspace.service.sponsor', 'record_type', 'wssvc', 'record_id', id,
    'related_type', 'drusr', 'related_id', former_id, 'details', jsonb_build_object('because', 'sponsor_left'),
    'changes', jsonb_build_object('sponsor_id',
        jsonb_build_object('old', encode_id('drusr', former_id), 'new', encode_id('drusr', sponsor_id)))
      || case when confirm_by = former_confirm_by then '{}' else jsonb_build_object('confirm_by',
        jsonb_build_object('old', iso(former_confirm_by), 'new', iso(confirm_by))) end) order by id)
  into entries from followed;
  if entries is not null then
    perform write_audit('system', null, 'sync', null, entries);
  end if;
end
$$;

revoke execute on function succeed_sponsors() from public;
