create function noted_ids(setting text) returns uuid[] language sql stable
  return coalesce(string_to_array(nullif(btrim(current_setting(setting, true)), ''), ' ')::uuid[], '{}');
