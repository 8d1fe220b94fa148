-- The keys whose values are not those that an audit row refers to: someone has changed them in the database.
create function altered_keys(personal jsonb, salt bytea, changes jsonb) returns text[] language sql stable parallel safe
  return (select coalesce(array_agg(key order by key), '{}')
    from jsonb_each(personal_references(salt, changes)) stored full join jsonb_each(personal) noted using (key)
    where stored.value is distinct from noted.value and changes is not null);
