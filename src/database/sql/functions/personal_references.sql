-- { "<key>": [old, new] }: references to the values of { "<key>": { "old": …, "new": … } }. No value has none.
create function personal_references(salt bytea, changes jsonb) returns jsonb language sql stable parallel safe
  return (select jsonb_object_agg(v.key, jsonb_build_array(
      personal_reference(salt, v.key, nullif(v.value -> 'old', 'null')),
      personal_reference(salt, v.key, nullif(v.value -> 'new', 'null'))))
    from jsonb_each(changes) v);
