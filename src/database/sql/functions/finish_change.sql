-- Writes the versions, counters and the epoch that the transaction has moved, and tells what it touched: `all`, or
-- ids between spaces. What is written after it is finished by another call, at the latest by the deferred trigger.
create function finish_change(out touched text, out access boolean) language plpgsql security definer
  set search_path = public, pg_temp set enable_nestloop = on set enable_hashjoin = off set enable_mergejoin = off
  set enable_seqscan = off set plan_cache_mode = force_generic_plan as $$
declare
  counted bigint := coalesce(nullif(current_setting('muster.counted', true), '')::bigint, 0);
  last bigint;
  moved uuid[] := '{}';
  members uuid[] := '{}';
  ids uuid[];
  named uuid[];
  parents bigint[];
  records bigint[];
  relateds bigint[];
  subjects bigint[];
begin
  perform succeed_sponsors();
  last := (select max(sequence) from audit_log where transaction = pg_current_xact_id());
  touched := coalesce(current_setting('muster.touched', true), '');
  access := coalesce(current_setting('muster.access_touched', true), '') = 'yes';
  if coalesce(current_setting('muster.open', true), '') <> 'yes' then
    return;
  end if;

  select coalesce(array_agg(id), '{}'), array_agg(parent), array_agg(record), array_agg(related), array_agg(subject)
  into named, parents, records, relateds, subjects
  from count_audit_rows(counted);
  ids := named;
  if touched <> 'all' then
    ids := array(select unnest(ids) union select unnest(noted_ids('muster.touched')));
    moved := noted_ids('muster.moved');
    members := noted_ids('muster.members');
  end if;
  if moved = '{}' and members = '{}' then
    perform lock_versions(ids);
  else
    ids := lock_versions_near(ids, moved, members);
  end if;

  -- Summed rather than joined: without statistics PostgreSQL would join many by a loop over many.
  update directory_user_version v set
    version = v.version + 1,
    audit_logs_parent = v.audit_logs_parent + c.parent,
    audit_logs_record = v.audit_logs_record + c.record,
    audit_logs_related = v.audit_logs_related + c.related,
    audit_logs_subject = v.audit_logs_subject + c.subject
  from (
    select id, sum(parent) as parent, sum(record) as record, sum(related) as related, sum(subject) as subject
    from (select unnest(ids) as id, 0 as parent, 0 as record, 0 as related, 0 as subject
      union all select * from unnest(named, parents, records, relateds, subjects)) each
    group by id
  ) c
  where v.directory_user_id = c.id;
  if touched = 'all' then
    update policy_epoch set epoch = epoch + 1,
      policy = policy + (coalesce(current_setting('muster.policy_touched', true), '') = 'yes')::int;
  elsif cardinality(ids) > 1000 then
    touched := 'all';
  else
    touched := array_to_string(ids, ' ');
  end if;

  perform set_config('muster.counted', coalesce(last, counted)::text, true),
    set_config('muster.moved', '', true), set_config('muster.members', '', true),
    set_config('muster.touched', '', true), set_config('muster.open', '', true);
  delete from open_change where transaction = pg_current_xact_id();
end
$$;

revoke execute on function finish_change() from public;
grant execute on function finish_change() to muster_server;
