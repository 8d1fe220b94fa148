-- Two more clients whose requests differ from RFC 7644.
alter table integration drop constraint integration_scim_profile_check,
  add constraint integration_scim_profile_check
    check (scim_profile in ('strict', 'entra', 'okta', 'onelogin', 'authentik', 'keycloak'));
