-- People whose end has passed are still counted in their former state.
create view unsettled.directory_user_tally as
select state, people from public.directory_user_tally
union all
select counted.state, counted.people
from public.due_instant d join public.directory_user x on x.id = d.record_id
cross join lateral (values (x.state, -1),
  (directory_user_state(x.base_state, x.expires_at, (select current_instant())), 1)) as counted (state, people)
where d.kind = 'directory_user' and d.at <= (select current_instant()) and x.deleted_at is null;
grant select on unsettled.directory_user_tally to muster_server;
