-- Sources of which a table had a column of states. A later table of theirs without any says nothing of who is there.
create table state_source (
  integration_id uuid primary key references integration on delete cascade
);
grant select, insert on state_source to muster_server;
