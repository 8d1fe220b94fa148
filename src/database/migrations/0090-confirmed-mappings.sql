-- What imports of tables read by lists of words in code is in the mappings that are stored already, so that they read the same.
-- A list of many columns has synonyms, of which a file has few.
update integration set mapping = mapping || '{"synonyms": true}'
where jsonb_typeof(mapping #> '{account,first_name}') = 'array' and jsonb_array_length(mapping #> '{account,first_name}') > 30;

update integration set mapping = mapping #- '{account,state,kinds_of_work}'
where mapping #> '{account,state,kinds_of_work}' is not null;

-- What remarks behind names mean.
update integration set mapping = jsonb_set(mapping, '{account,state,in_names}', '{
  "former": "deactivated", "left": "deactivated", "leaver": "deactivated", "ex": "deactivated", "terminated": "deactivated",
  "inactive": "deactivated", "retired": "deactivated", "resigned": "deactivated", "deleted": "deactivated",
  "deactivated": "deactivated", "former employee": "deactivated", "ex-employee": "deactivated", "ehemalig": "deactivated",
  "ehem.": "deactivated", "ehemaliger mitarbeiter": "deactivated", "ehemalige mitarbeiterin": "deactivated",
  "ausgeschieden": "deactivated", "ausgetreten": "deactivated", "inaktiv": "deactivated", "ancien": "deactivated",
  "ancienne": "deactivated", "sorti": "deactivated", "sortie": "deactivated", "parti": "deactivated", "partie": "deactivated",
  "cessato": "deactivated", "cessata": "deactivated", "dimesso": "deactivated", "dimessa": "deactivated",
  "uit dienst": "deactivated", "vertrokken": "deactivated", "退職": "deactivated", "離職": "deactivated", "离职": "deactivated",
  "퇴사": "deactivated", "disabled": "suspended", "suspended": "suspended", "blocked": "suspended", "gesperrt": "suspended"}')
where type = 'file' and jsonb_typeof(mapping #> '{account,state}') = 'object';

-- Columns whose names say that the family name comes first.
update integration set mapping = jsonb_set(mapping, '{account,family_first}',
  coalesce(mapping #> '{account,family_first}', '[]') || turned.paths)
from (
  select i.id, jsonb_agg(path) as paths
  from integration i, jsonb_array_elements_text(i.mapping #> '{account,full_name}') path
  where i.type = 'file' and jsonb_typeof(i.mapping #> '{account,full_name}') = 'array' and path ~* (
    '^((last|family) ?name|surname|nachname|familienname|apellidos?|cognome|nazwisko|příjmení|priezvisko|prezime|nume (și|si) prenume'
    '|фио|фамилия|піб|прізвище|név\y|teljes név|dolgozó|munkavállaló|priimek|achternaam|efternamn|etternavn|sukunimi|pavardė|uzvārds'
    '|perekonnanimi|soyad|επώνυμο|nom (et )?prénoms?|họ)')
  group by i.id) turned
where turned.id = integration.id;

-- The day on which someone came back is their first day.
update integration set mapping = jsonb_set(mapping, '{account,state,first_day}',
  '["Rehire Date", "Re-hire Date", "Latest Rehire Date", "Last Rehire Date", "Most Recent Rehire Date", "Rehired On",
    "Re-entry Date", "Rejoining Date", "Reinstatement Date", "Wiedereintritt", "Wiedereintrittsdatum", "Wiedereinstellung"]'
    || coalesce(mapping #> '{account,state,first_day}', '[]'))
where type = 'file' and jsonb_typeof(mapping #> '{account,state,ended_at}') = 'array'
  and mapping #> '{account,state,ended_at,0}' is not null;

-- Such lists are read by exact names now: the columns that held the ids, addresses and names of the accounts are written out.
with said as materialized (
  select i.id, field.name as field, member.key, count(*) as accounts
  from integration i
  cross join lateral (select * from identity a where a.integration_id = i.id order by a.id desc limit 1000) a
  cross join lateral jsonb_each(a.profile) member
  cross join lateral (values ('vendor_id', a.vendor_id), ('email', a.email), ('first_name', a.first_name), ('last_name', a.last_name),
    ('full_name', a.full_name)) field (name, value)
  where i.mapping @> '{"synonyms": true}' and jsonb_typeof(member.value) in ('string', 'number') and field.value <> ''
    and lower(btrim(member.value #>> '{}')) = lower(field.value) and char_length(member.key) between 1 and 200
  group by i.id, field.name, member.key
), columns as (
  -- Of two columns with the same values, the one that the mapping names comes first.
  select s.id, s.field, jsonb_agg(s.key order by s.accounts desc, (i.mapping #> array['account', s.field] ? s.key) desc, s.key) as keys
  from said s join integration i on i.id = s.id group by s.id, s.field
), written as (
  select id, jsonb_object_agg(field, keys) as fields from columns group by id
)
update integration i set mapping = jsonb_set(i.mapping, '{account}', (i.mapping -> 'account') || (
  select jsonb_object_agg(field, to_jsonb(array[keys ->> 0]) || (i.mapping #> array['account', field]))
  from jsonb_each(w.fields) f (field, keys) where jsonb_typeof(i.mapping #> array['account', field]) = 'array'))
from written w where w.id = i.id;

with said as materialized (
  select i.id, extra.name as field, member.key, count(*) as accounts
  from integration i
  cross join lateral (select * from identity a where a.integration_id = i.id order by a.id desc limit 1000) a
  cross join lateral jsonb_object_keys(i.mapping #> '{account,profile_extra}') extra (name)
  cross join lateral jsonb_each(a.profile) member
  where i.mapping @> '{"synonyms": true}' and not (i.mapping #> '{account,profile_extra}') ? member.key
    and member.value = a.profile -> extra.name and btrim(member.value #>> '{}') <> '' and char_length(member.key) between 1 and 200
  group by i.id, extra.name, member.key
), columns as (
  select s.id, s.field, jsonb_agg(s.key order by s.accounts desc,
    (i.mapping #> array['account', 'profile_extra', s.field] ? s.key) desc, s.key) as keys
  from said s join integration i on i.id = s.id group by s.id, s.field
), written as (
  select id, jsonb_object_agg(field, keys) as fields from columns group by id
)
update integration i set mapping = jsonb_set(i.mapping, '{account,profile_extra}', (i.mapping #> '{account,profile_extra}') || (
  select jsonb_object_agg(field, to_jsonb(array[keys ->> 0]) || (i.mapping #> array['account', 'profile_extra', field]))
  from jsonb_each(w.fields) f (field, keys)))
from written w where w.id = i.id;

-- So are columns such as `Status (HR)` that gave the states and last days of all accounts.
with named as materialized (
  select i.id, keys.key, btrim(lower(regexp_replace(keys.key, '\s*\([^()]*\)\s*$', ''))) as bare
  from integration i cross join lateral (
    select distinct member.key from (select * from identity a where a.integration_id = i.id order by a.id desc limit 1000) a
    cross join lateral jsonb_object_keys(a.profile) member (key) where member.key ~ '\S\s*\([^()]*\)\s*$') keys
  where i.mapping @> '{"synonyms": true}'
), added as (
  select n.id, jsonb_agg(source.said || jsonb_build_object('path', n.key)) as sources
  from named n join integration i on i.id = n.id
  cross join lateral jsonb_array_elements(i.mapping #> '{account,state,sources}') source (said)
  cross join lateral (select case jsonb_typeof(source.said -> 'values') when 'object' then source.said -> 'values'
    else i.mapping #> array['account', 'state', 'words', source.said ->> 'values'] end as meanings) t
  where lower(source.said ->> 'path') = n.bare and not exists (
    select from identity a cross join lateral (select t.meanings ->> lower(btrim(a.profile ->> n.key)) as state) said
    where a.integration_id = i.id and btrim(a.profile ->> n.key) <> '' and (said.state is null
      or (said.state = 'deactivated' and a.vendor_state <> 'deactivated') or (said.state = 'suspended' and a.vendor_state = 'active')))
  group by n.id
)
update integration i set mapping = jsonb_set(i.mapping, '{account,state,sources}', a.sources || (i.mapping #> '{account,state,sources}'))
from added a where a.id = i.id and jsonb_array_length(a.sources || (i.mapping #> '{account,state,sources}')) <= 200;
with named as (
  select i.id, keys.key
  from integration i cross join lateral (
    select distinct member.key from (select * from identity a where a.integration_id = i.id order by a.id desc limit 1000) a
    cross join lateral jsonb_object_keys(a.profile) member (key) where member.key ~ '\S\s*\([^()]*\)\s*$') keys
  where i.mapping @> '{"synonyms": true}' and exists (
    select from jsonb_array_elements_text(i.mapping #> '{account,state,ended_at}') path
    where lower(path) = btrim(lower(regexp_replace(keys.key, '\s*\([^()]*\)\s*$', ''))))
  and not exists (select from identity a where a.integration_id = i.id and btrim(a.profile ->> keys.key) <> '' and a.days ->> 'last_day' is null)
)
update integration i set mapping = jsonb_set(i.mapping, '{account,state,ended_at}', n.keys || (i.mapping #> '{account,state,ended_at}'))
from (select id, jsonb_agg(key) as keys from named group by id) n where n.id = i.id;
