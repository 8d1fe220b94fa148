-- Whatever a vendor says of an address but that it is confirmed, for mappings that are stored already.
update integration set mapping = jsonb_set(mapping, '{account,unconfirmed}', (
  select jsonb_agg(case when said.tests #>> '{0,path}' in (
      'email_verified', 'is_email_verified', 'email_confirmed', 'is_email_confirmed', 'confirmed_at', 'emailVerified',
      'credentials.emails[type=primary].status') and jsonb_array_length(said.tests) = 1
    then jsonb_build_array(jsonb_build_object('path', said.tests #> '{0,path}', 'confirmed', false)) else said.tests end order by said.place)
  from jsonb_array_elements(mapping #> '{account,unconfirmed}') with ordinality as said (tests, place)))
where jsonb_typeof(mapping #> '{account,unconfirmed}') = 'array' and mapping #> '{account,unconfirmed,0}' is not null;
update integration set mapping = jsonb_set(mapping, '{account,unconfirmed}', (mapping #> '{account,unconfirmed}') || (
  select jsonb_agg(jsonb_build_array(jsonb_build_object('path', path, 'confirmed', false)))
  from unnest(array['verified_email', 'email_verified_at', 'email_confirmed_at', 'confirmed_at', 'Email Status', 'Email Verification',
    'Email Verification Status', 'human.email.isEmailVerified', 'human.email.isVerified', 'emails[0].verified',
    'email_addresses[0].verification.status', 'Attributes[Name=email_verified].Value']) path))
where mapping #> '{account,unconfirmed}' @> '[[{"path": "is_email_verified", "confirmed": false}]]';
