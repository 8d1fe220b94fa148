-- A negative test of a value can also hold where the key is absent, and a condition can ask who is entitled to a vendor's
-- resource (src/engine/model.ts).
alter table condition
  add column or_absent boolean not null default false,
  add column vendor_resource_id uuid references resource,
  drop constraint condition_type_check,
  drop constraint condition_check,
  add constraint condition_type_check
    check (type in ('attribute', 'identity', 'user', 'direct_reports_of', 'all_reports_of', 'entitled_to')),
  add constraint condition_check check (
    (vendor_resource_id is not null) = (type = 'entitled_to') and case type
      when 'attribute' then attribute_id is not null and num_nonnulls(integration_id, directory_user_id, profile_key, profile_value) = 0
      when 'identity' then profile_key is not null and profile_operator is not null and num_nonnulls(attribute_id, directory_user_id) = 0
      when 'entitled_to' then num_nonnulls(attribute_id, integration_id, directory_user_id, profile_key, profile_value) = 0
      else directory_user_id is not null and num_nonnulls(attribute_id, integration_id, profile_key, profile_value) = 0
    end),
  add constraint condition_or_absent_check check (
    not or_absent or (type = 'identity' and coalesce(profile_operator in ('not_equals', 'not_in', 'not_contains'), false)));
create index condition_vendor_resource on condition (vendor_resource_id);
