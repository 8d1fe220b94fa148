-- "A parent has no parent": neither end of the edge may be on both sides of it. `ids`: those who became secondary users. Their parents
-- are locked against becoming children meanwhile; many may become their children at once. Deleted children don't count until they are
-- restored.
create function refuse_nested_parents(ids uuid[]) returns void language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = on set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  perform from directory_user
  where id = any (array(select parent_user_id from directory_user where id = any (ids))) order by id for share;
  if exists (select from directory_user n join directory_user p on p.id = n.parent_user_id
      where n.id = any (ids) and p.parent_user_id is not null)
     or exists (select from directory_user c where c.parent_user_id = any (ids) and c.deleted_at is null) then
    raise exception 'a secondary user''s parent must have no parent, and a parent must have none'
      using errcode = 'check_violation', constraint = 'directory_user_nested_parents';
  end if;
end
$$;

revoke execute on function refuse_nested_parents(uuid[]) from public;
