-- Notes ids under a setting of the transaction; too many to name are everybody.
create function note_ids(setting text, ids uuid[]) returns void language plpgsql
  set search_path = public, pg_temp as $$
declare
  noted text := coalesce(current_setting(setting, true), '');
begin
  if cardinality(ids) = 0 then
    return;
  end if;
  perform open_change();
  if current_setting('muster.touched', true) = 'all' then
    return;
  elsif cardinality(ids) > 1000 or length(noted) > 100000 then
    perform set_config('muster.touched', 'all', true);
  else
    perform set_config(setting, noted || ' ' || array_to_string(ids, ' '), true);
  end if;
end
$$;
