import { sql } from 'kysely'

/**
 * The contract's policy shapes as PostgreSQL builds them, with uuids where answers have prefixed ids (present.ts).
 * Each names the aliases it expects.
 */

/** What a condition says in words (withhold.ts). `c` condition. */
export const saidJson = sql`json_build_object('type', c.type, 'description', c.description, 'profile_key', c.profile_key,
  'profile_operator', c.profile_operator, 'profile_value', c.profile_value, 'or_absent', c.or_absent, 'directory_user_id', c.directory_user_id, 'integration', (select g.handle from integration g where g.id = c.integration_id))`

/** `r` rule, `rs` its ruleset, `pr` its role, `ps` policy_settings. `expires_after_days`: as the engine's graceOfRule. */
export const ruleJson = sql`json_build_object(
  'id', r.id, 'state', r.state, 'role_name', pr.name, 'role_handle', pr.handle, 'is_imported', r.is_imported,
  'description', nullif(r.description, ''),
  'said', case when not r.description_is_written then (select json_agg(${saidJson} order by c.id) from condition c
    where c.rule_id = r.id having bool_or(c.profile_value is not null or c.directory_user_id is not null)) end,
  'expires_after_days', case when rs.type = 'directory_attribute' then 0 else coalesce(r.expires_after_days, rs.expires_after_days,
    (select max(d.expires_after_days) from condition c join attribute a on a.id = c.attribute_id
      join dimension d on d.id = a.dimension_id where c.rule_id = r.id), ps.expires_after_days) end,
  'expires_after_days_inherited', rs.type = 'directory_attribute' or r.expires_after_days is null,
  'priority', r.priority)`

/** `rs` ruleset, `ps` policy_settings. */
export const rulesetJson = sql`json_build_object(
  'id', rs.id, 'state', rs.state, 'type', rs.type, 'attribute_id', rs.attribute_id, 'resource_id', rs.resource_id,
  'is_authoritative', rs.is_authoritative,
  'expires_after_days', case when rs.type = 'directory_attribute' then 0 else coalesce(rs.expires_after_days, ps.expires_after_days) end)`

/** `rs` ruleset. */
export const policyResourceJson = sql`case when rs.attribute_id is not null
  then (select json_build_object('id', a.id, 'state', a.state, 'parent', a.dimension_id, 'name', a.name, 'handle', a.handle,
      'blueprint_signature', left(encode(sha256(convert_to('directory_attribute' || chr(10) || d.handle || chr(10) || a.folded_value, 'UTF8')), 'hex'), 32),
      'profile_value', a.profile_value)
    from attribute a join dimension d on d.id = a.dimension_id where a.id = rs.attribute_id)
  else (select json_build_object('id', o.id, 'state', o.state, 'parent', o.parent_id, 'name', o.name, 'handle', o.handle,
      'blueprint_signature', left(encode(sha256(convert_to(o.type || chr(10) || g.handle || chr(10) || o.vendor_id, 'UTF8')), 'hex'), 32),
      'profile_value', null)
    from resource o join integration g on g.id = o.integration_id where o.id = rs.resource_id)
  end`

/** The name by which rulesets are ordered and searched. `a` attribute or `o` resource. */
export const resourceName = sql`coalesce(a.name, o.name)`

/** The fallback title of a ruleset: never empty for a resource. `a` attribute or `o` resource. */
export const rulesetTitle = sql`coalesce(nullif(a.name, ''), nullif(o.name, ''), o.vendor_id, '')`

/** `c` condition, `r` its rule. */
export const conditionJson = sql`json_build_object(
  'id', c.id, 'is_imported', c.is_imported, 'type', c.type, 'ruleset_id', r.ruleset_id, 'rule_id', c.rule_id,
  'attribute_id', c.attribute_id, 'integration_id', c.integration_id, 'directory_user_id', c.directory_user_id, 'vendor_resource_id', c.vendor_resource_id,
  'profile_key', c.profile_key, 'profile_operator', c.profile_operator, 'profile_value', c.profile_value, 'or_absent', c.or_absent,
  'description', c.description, 'said', ${saidJson})`

/**
 * The epoch (`e` policy_epoch) under which what is read here will be seen: a transaction that moves it writes it just
 * before its commit (finish_change), after the answer was made.
 */
export const commitEpoch = sql<number>`e.epoch + (coalesce(current_setting('muster.touched', true), '') = 'all')::integer`
