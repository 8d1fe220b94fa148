-- The setting lifts nothing for the server's role, which has no right to delete here.
create function refuse_change() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' and coalesce(current_setting('muster.archiving', true), '') = 'yes' then
    return null;
  end if;
  raise exception '% on % is refused: the audit log is append-only', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
