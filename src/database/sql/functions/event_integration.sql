-- The source (uuid) that an event concerns: that of its resource or attribute, of its incident or run, or the record itself.
create function event_integration(record_type text, record_id uuid, parent_type text, parent_id uuid) returns uuid
  language sql stable as $$
  select case
    when parent_type = 'wsitg' then parent_id
    when record_type = 'poinc' then (select integration_id from incident where id = record_id)
    when parent_type = 'poset' or record_type = 'porul' then (
      select coalesce(v.integration_id, d.integration_id)
      from ruleset r
      left join resource v on v.id = r.resource_id
      left join attribute a on a.id = r.attribute_id
      left join dimension d on d.id = a.dimension_id
      -- A resource has a parent_id too.
      where r.id = event_integration.parent_id)
  end
$$;
