-- The keys under which the profiles of an integration have numbers of people.
create view number_key as
select g.id as integration_id, k.key
from integration g
cross join lateral (
  values (g.badge_id_profile_key), (g.employee_id_profile_key), (g.employee_alt_id_profile_key)) k (key)
where k.key is not null;
