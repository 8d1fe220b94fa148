-- Forms of values that products give are patterns in the mapping, which named them before.
update integration set mapping = replace(replace(replace(mapping::text,
  '"form": "gitlab_bot"', '"matches": "(?:group|project)_?\\d{1,19}_bot(?:_?[\\da-z]{1,64})?(?:@noreply\\.[^\\s@]+)?"'),
  '"form": "gitlab_service_account"', '"matches": "service_account_(?:(?:group|project)_\\d{1,19}_)?[\\da-f]{32}(?:@noreply\\.[^\\s@]+)?"'),
  '"form": "entra_guest"', '"matches": ".*#ext#@[^\\s@]+"')::jsonb
where mapping::text like '%"form": "%';
