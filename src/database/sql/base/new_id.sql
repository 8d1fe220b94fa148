-- PostgreSQL 18 makes UUIDv7 itself; before it, the first 48 bits of a random uuid are replaced by the time.
do $$
begin
  -- By its signature: there are two functions of that name.
  if to_regprocedure('pg_catalog.uuidv7()') is not null then
    create or replace function new_id() returns uuid language sql volatile parallel safe
      return uuidv7();
  else
    create or replace function new_id() returns uuid language sql volatile parallel safe as
      $fn$
        select encode(
          set_bit(set_bit(
            overlay(uuid_send(gen_random_uuid()) placing
              substring(int8send((extract(epoch from clock_timestamp()) * 1000)::bigint) from 3) from 1 for 6),
            52, 1), 53, 1), 'hex')::uuid
      $fn$;
  end if;
end
$$;
