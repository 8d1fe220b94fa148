-- The kinds of the operations that a plan shows, by name: of a plan of policy files, those that the files came to.
create or replace function plan_ops(operations jsonb) returns text[] language sql immutable parallel safe
  return array(
    select distinct (shown.operation ->> 'op') collate "C" as op
    from jsonb_array_elements(operations) as stored (operation)
    cross join lateral jsonb_array_elements(
      case when stored.operation ->> 'op' = 'apply_policy_files' then stored.operation -> 'operations'
        else jsonb_build_array(stored.operation) end) as shown (operation)
    where shown.operation ? 'op'
    order by op);
