-- The types of integrations are those of the vendors that this version knows (sql/base/is_integration_type.sql).
alter table integration drop constraint integration_type_check;
alter table integration add constraint integration_type_check check (is_integration_type(type));
