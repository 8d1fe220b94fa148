-- Makes the view `ahead.<name>` of a table with the rows that the run has written instead of the table's own, and the table
-- of these rows: rows of former runs are worth nothing when the columns change.
--
-- An import finds out what it will make of accounts and people before it takes a lock: a transaction whose search path
-- begins with the schema `ahead` merges by the same statements, into rows of its run instead of the tables, and finds both
-- as they will be.
create function ahead.make_view(name text, written text) returns void language plpgsql
  set search_path = public, pg_temp as $make$
declare
  columns text;
  assignments text;
  defaulted record;
begin
  execute format('drop table if exists %I', written);
  select string_agg(quote_ident(attname), ', ' order by attnum),
    string_agg(format('%1$I = excluded.%1$I', attname), ', ' order by attnum)
  into columns, assignments
  from pg_attribute where attrelid = name::regclass and attnum > 0 and not attisdropped;

  execute format('create unlogged table %I (like %I including defaults,
    run_id uuid not null default current_import_run(), primary key (run_id, id))', written, name);
  execute format('create view ahead.%1$I as
    select %3$s from public.%1$I x where not exists (
      select from public.%2$I w where w.run_id = (select current_import_run()) and w.id = x.id)
    union all
    select %3$s from public.%2$I where run_id = (select current_import_run())', name, written, columns);
  for defaulted in
    select a.attname as name, pg_get_expr(d.adbin, d.adrelid) as expression
    from pg_attrdef d join pg_attribute a on a.attrelid = d.adrelid and a.attnum = d.adnum
    where d.adrelid = name::regclass and a.attgenerated = ''
  loop
    execute format('alter view ahead.%I alter column %I set default %s', name, defaulted.name, defaulted.expression);
  end loop;

  execute format($function$
    create function ahead.write_%1$s() returns trigger language plpgsql as $body$
    begin
      insert into public.%2$I (%3$s) select new.*
      on conflict (run_id, id) do update set %4$s;
      return new;
    end
    $body$ $function$, name, written, columns, assignments);
  execute format('create trigger write instead of insert or update on ahead.%1$I
    for each row execute function ahead.write_%1$s()', name);
  execute format('grant select, insert, update on ahead.%I to muster_server', name);
  execute format('grant select, insert, update, delete on %I to muster_server', written);
end
$make$;

revoke execute on function ahead.make_view(text, text) from public;
