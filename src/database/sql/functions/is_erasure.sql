-- The rows of the audit log that no archive takes away.
create function is_erasure(event text) returns boolean language sql immutable strict parallel safe
  return event in ('directory.user.erase', 'directory.identity.erase');
