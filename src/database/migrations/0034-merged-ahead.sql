-- What an import will make of accounts and people, before it takes a lock: a transaction whose search path begins with the
-- schema `ahead` merges by the same statements, into rows of its run instead of the tables, and finds both as they will be.

create schema ahead;
grant usage on schema ahead to muster_server;

-- Makes the view `ahead.<name>` of a table with the rows that the run has written instead of the table's own, and the table
-- of these rows. A migration that changes the columns of the table calls it again: rows of runs are worth nothing then.
create function ahead.make_view(name text, written text) returns void language plpgsql
  set search_path = public, pg_temp as $make$
declare
  columns text;
  assignments text;
  defaulted record;
begin
  execute format('drop view if exists ahead.%I', name);
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
    create or replace function ahead.write_%1$s() returns trigger language plpgsql as $body$
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

create function ahead.make_views() returns void language plpgsql set search_path = public, pg_temp as $$
begin
  perform ahead.make_view('identity', 'import_written_identity'),
    ahead.make_view('directory_user', 'import_written_user');
  create index import_written_identity_user on import_written_identity (run_id, directory_user_id);
  create index import_written_user_manager on import_written_user (run_id, manager_id);
  create index import_written_user_parent on import_written_user (run_id, parent_user_id);
  create trigger settle before insert or update on import_written_identity
    for each row execute function settle_identity();
  create trigger settle before insert or update on import_written_user
    for each row execute function settle_directory_user();
end
$$;
revoke execute on function ahead.make_view(text, text), ahead.make_views() from public;
select ahead.make_views();

-- The people that a run has evaluated, each with the version that their facts were read at.
create unlogged table import_evaluated (
  run_id uuid not null default current_import_run(),
  directory_user_id uuid not null, version bigint not null
);
create index import_evaluated_run on import_evaluated (run_id);
grant select, insert, update, delete on import_evaluated to muster_server;

-- Only an owner may analyze. PostgreSQL would take these tables for empty, as they are between imports.
create function analyze_import_ahead() returns void language plpgsql security definer
  set search_path = public, pg_temp as $$
begin
  analyze import_written_identity (run_id, id, directory_user_id);
  analyze import_written_user (run_id, id, manager_id, parent_user_id, primary_identity_id);
end
$$;
revoke execute on function analyze_import_ahead() from public;
grant execute on function analyze_import_ahead() to muster_server;

-- The people in whose bodies something changes by what the transaction has written so far; null when these are too many to name.
create function people_touched_so_far() returns uuid[] language plpgsql stable security definer
  set search_path = public, pg_temp as $$
begin
  if coalesce(current_setting('muster.touched', true), '') = 'all' then
    return null;
  end if;
  return noted_ids('muster.touched') || people_near(noted_ids('muster.moved'), noted_ids('muster.members'));
end
$$;
grant execute on function people_touched_so_far() to muster_server;
