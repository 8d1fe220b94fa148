-- A stay ends at the first of the instants that may have ended it.
select unsettled.make_view('policy_user', jsonb_build_object(
  'state', $$ case when x.deleted_at is null and e.at is not null then 'expired' else x.state end $$,
  'deleted_at', $$ case when x.deleted_at is null and e.at is not null then greatest(x.phase_since, e.at)
    else x.deleted_at end $$), $$
  join directory_user p on p.id = x.directory_user_id
    left join directory_user parent on parent.id = p.parent_user_id
    cross join lateral (select least(
      case when x.expires_at <= (select current_instant()) then x.expires_at end,
      case when p.expires_at <= (select current_instant()) then p.expires_at end,
      case when parent.expires_at <= (select current_instant()) then parent.expires_at end,
      unsettled.since((select current_setting('muster.lost_rules')::jsonb), x.rule_id),
      case when x.expires_by = 'grace'
        then unsettled.since((select current_setting('muster.replaced_rules')::jsonb), x.rule_id) end) as at) e $$);
