-- How many values of a dimension become no attributes, because it has as many attributes as it may have.

create table dimension_surplus (
  dimension_id uuid primary key references dimension on delete cascade,
  surplus_values integer not null check (surplus_values > 0)
);

grant select, insert, update, delete on dimension_surplus to muster_server;
