-- An account can be linked because it appeared in the run in which another account of its person disappeared.
alter table identity drop constraint identity_linked_by_check,
  add constraint identity_linked_by_check
    check (linked_by in ('created', 'email', 'vendor_id', 'replaced', 'administrator'));
