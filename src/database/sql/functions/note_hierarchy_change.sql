-- Of a row that decides about managers or parents (docs/decisions/0034).
create function note_hierarchy_change() returns trigger language plpgsql as $$
begin
  perform nextval('hierarchy_change');
  return null;
end $$;
