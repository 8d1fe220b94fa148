create function count_movements() returns trigger language plpgsql as $$
declare
  before movement[] := '{}';
  after movement[] := '{}';
begin
  if tg_op <> 'INSERT' then
    before := array(select o::movement from old_rows o);
  end if;
  if tg_op <> 'DELETE' then
    after := array(select n::movement from new_rows n);
  end if;
  if cardinality(before) + cardinality(after) > 0 then
    perform tally_movements(before, after);
  end if;
  return null;
end
$$;
