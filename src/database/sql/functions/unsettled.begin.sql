-- Sets the instant of a transaction, and finds once for all its statements which rules are lost and replaced: objects of
-- uuid to instant, which the views look into.
create function unsettled.begin(at text) returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform set_config('muster.now', at, true);
  perform set_config('muster.lost_rules',
      (select coalesce(jsonb_object_agg(rule_id, l.at), '{}') from unsettled.lost_rule l)::text, true),
    set_config('muster.replaced_rules',
      (select coalesce(jsonb_object_agg(rule_id, r.at), '{}') from unsettled.replaced_rule r)::text, true);
end
$$;
