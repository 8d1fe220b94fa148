-- The next run tries the accounts of no one again that have one of these addresses or ids.
create function note_orphans(keys text[], ids uuid[]) returns void language sql security definer
  set search_path = public, pg_temp set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
  insert into orphan_to_match (integration_id, identity_id)
  select o.integration_id, o.id
  from (
    select i.integration_id, i.id from identity i
    where i.email_key = any (keys) and i.directory_user_id is null and i.link_evidence is null
    union
    select i.integration_id, i.id from identity i
    where i.id = any (ids) and i.directory_user_id is null and i.link_evidence is null) o
  where (select g.deleted_at is null from integration g where g.id = o.integration_id)
$$;
revoke execute on function note_orphans(text[], uuid[]) from public;
