-- Makes one view of all columns of a table, those in `computed` by their expressions over `x`. `rest` follows the table.
--
-- The views of the schema `unsettled` show what is certain while something that is due can't be settled
-- (docs/decisions/0032-reads-never-wait.md). They have the names of the tables that reads use: a read whose search path
-- begins with this schema runs the same statements, and finds that what has ended by current_instant() has ended. What
-- begins or moves appears once it is settled.
create function unsettled.make_view(name text, computed jsonb, rest text) returns void language plpgsql as $$
declare
  columns text := (
    select string_agg(coalesce(computed ->> a.attname || ' as ', 'x.') || quote_ident(a.attname), ', ' order by a.attnum)
    from pg_attribute a
    where a.attrelid = format('public.%I', name)::regclass and a.attnum > 0 and not a.attisdropped);
begin
  execute format('create view unsettled.%I as select %s from public.%I x %s', name, columns, name, rest);
  execute format('grant select on unsettled.%I to muster_server', name);
end
$$;

revoke execute on function unsettled.make_view(text, jsonb, text) from public;
