-- Functions, so that the plans of reads stay as small as they are over the tables: both are called for few.
create function unsettled.leads(person uuid) returns boolean language plpgsql stable
  set search_path = public, pg_temp as $$
begin
  return exists (select from directory_user r where r.manager_id = person
    and counts_as_report(directory_user_state(r.base_state, r.expires_at, current_instant()), r.deleted_at));
end
$$;
