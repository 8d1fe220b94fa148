-- An attribute that another one has absorbed: its value is the other one's now.

alter table attribute add column absorbed_by_id uuid references attribute,
  add check (absorbed_by_id is null or state = 'deactivated'),
  drop constraint attribute_dimension_id_folded_value_key;
create unique index attribute_dimension_id_folded_value_key on attribute (dimension_id, folded_value)
  where absorbed_by_id is null;
create index attribute_absorbed_by on attribute (absorbed_by_id) where absorbed_by_id is not null;
create index attribute_dimension on attribute (dimension_id);
