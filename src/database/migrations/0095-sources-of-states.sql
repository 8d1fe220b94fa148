-- Sources of which a table had a column of states. A later table of theirs without any says nothing of who is there.
create table state_source (
  integration_id uuid primary key references integration on delete cascade
);
grant select, insert on state_source to muster_server;

-- An account that is missing has ended, but only a column of states suspends one.
insert into state_source (integration_id)
select distinct i.integration_id from identity i join integration g on g.id = i.integration_id
where g.type = 'file' and i.vendor_state = 'suspended';
