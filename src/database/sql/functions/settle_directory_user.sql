-- Another decision about the state takes a dated start back: a person that the source or an administrator has sent away
-- meanwhile does not start. Who writes expires_at itself is an administrator; rows that a run writes ahead are copies.
create function settle_directory_user() returns trigger language plpgsql as $$
begin
  new.full_name := btrim(new.first_name || ' ' || new.last_name);
  new.email_key := email_key(new.email);
  if not new.username_is_override then
    new.username := nullif(split_part(new.email, '@', 1), '');
  end if;
  if tg_op = 'INSERT'
     or (new.full_name, new.email, new.username) is distinct from (old.full_name, old.email, old.username) then
    new.search_text := search_text(new.full_name || ' ' || coalesce(new.email, '') || ' ' || coalesce(new.username, ''));
  end if;
  if tg_op = 'UPDATE' and new.activates_at = old.activates_at
     and (new.base_state <> old.base_state or new.deleted_at is distinct from old.deleted_at) then
    new.activates_at := null;
  end if;
  if tg_table_name = 'directory_user' and new.expires_at is distinct from
     (case when tg_op = 'UPDATE' then old.expires_at end) then
    new.expires_at_is_override := new.expires_at is not null;
  end if;
  if new.primary_identity_id is null then
    new.source_expires_at := null;
  end if;
  if not new.expires_at_is_override then
    new.expires_at := nullif(new.source_expires_at, new.overridden_source_end);
  end if;
  new.state := directory_user_state(new.base_state, new.expires_at, current_instant());
  return new;
end
$$;
