-- Who does a piece of work that no transaction holds, and until when. After that another process may take it over.
create table work_lease (
  name text primary key check (char_length(name) between 1 and 100),
  holder uuid not null,
  valid_until timestamptz not null
);

-- When work that is repeated is due next.
create table schedule (
  name text primary key check (char_length(name) between 1 and 100),
  due_at timestamptz not null
);
grant select, insert, update, delete on work_lease, schedule to muster_server;
