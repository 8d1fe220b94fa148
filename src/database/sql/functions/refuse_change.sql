create function refuse_change() returns trigger language plpgsql as $$
begin
  raise exception '% on % is refused: the audit log is append-only', tg_op, tg_table_name
    using errcode = 'insufficient_privilege';
end
$$;
