-- GitHub and Entra are read as sources of their own.
alter table integration drop constraint integration_type_check;
alter table integration add constraint integration_type_check
  check (type in ('scim', 'ldap', 'okta', 'google', 'gitlab', 'github', 'slack', 'entra', 'file'));
