-- The account of the same person that took the place of this one: policy no longer reads the one that is gone.
alter table identity add column replaced_by_id uuid references identity on delete set null;
create index identity_replaced_by on identity (replaced_by_id) where replaced_by_id is not null;

update identity f set replaced_by_id = i.id
from identity i
where i.linked_by = 'replaced' and i.integration_id = f.integration_id and i.directory_user_id = f.directory_user_id
  and i.id <> f.id and f.vendor_state = 'deactivated'
  and right(i.link_evidence, char_length(f.vendor_id) + 16) = ' as the account ' || f.vendor_id;
