-- What of an org stays certain when rules are lost.
create function unsettled.certain_org(person uuid, org jsonb) returns jsonb language plpgsql stable
  set search_path = public, pg_temp as $$
begin
  return (
    select coalesce(jsonb_object_agg(o.key, o.value), '{}') from jsonb_each(org) o where exists (
      select from qualification q join rule r on r.id = q.rule_id join ruleset s on s.id = r.ruleset_id
        join attribute a on a.id = s.attribute_id join dimension d on d.id = a.dimension_id
      where q.directory_user_id = person and d.handle = o.key and to_jsonb(a.name) = o.value
        and unsettled.since(current_setting('muster.lost_rules')::jsonb, q.rule_id) is null));
end
$$;
