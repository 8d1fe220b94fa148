-- A profile key names an own key first, else a dotted path; a number picks an element of a list.
create function profile_text(profile jsonb, key text) returns text language sql immutable parallel safe
  return case
    when key is null then null
    when profile ? key then case when jsonb_typeof(profile -> key) in ('string', 'number', 'boolean') then nullif(profile ->> key, '') end
    when jsonb_typeof(profile #> string_to_array(key, '.')) in ('string', 'number', 'boolean')
      then nullif(profile #>> string_to_array(key, '.'), '')
  end;
