import { sql, type RawBuilder } from 'kysely'
import type { ResourceState, RulesetType } from '../contract/states.ts'
import type { Reader } from '../database/database.ts'
import {
  conditionsJson,
  ruleValuesJson,
  type StoredRule,
} from '../policy/stored-rules/stored-rule.ts'
import {
  rulesetValuesJson,
  type RulesetOwner,
  type RulesetValues,
} from '../policy/rulesets/write-rulesets.ts'
import {
  selectReadableIntegrations,
  type ReadableIntegration,
} from '../policy/conditions/policy-keys.ts'
import { findSettings, type SettingsValues } from '../policy/limits/stored-settings.ts'

/** Ids are uuids. */
export type SavedDimension = {
  id: string
  handle: string
  name: string
  /** Its handle. */
  integration: string
  profileKey: string
  attributesEnabled: boolean
  expiresAfterDays: number | null
  state: ResourceState
}

export type SavedAttribute = {
  id: string
  dimensionId: string
  value: string
  name: string
  state: ResourceState
}

/** A vendor's resource as people call it. */
export type SavedResource = {
  id: string
  type: Exclude<RulesetType, 'directory_attribute'>
  integration: string
  vendorId: string
  handle: string | null
  name: string
}

export type SavedRuleset = { id: string; owner: RulesetOwner; values: RulesetValues }

/** A rule that has not ended and was not imported. */
export type SavedRule = Pick<
  StoredRule,
  | 'id'
  | 'rulesetId'
  | 'key'
  | 'roleHandle'
  | 'activatesAt'
  | 'replacesRuleId'
  | 'values'
  | 'conditions'
>

/** The part of the policy that a folder can say, as the database has it. Maps are by uuid. */
export type SavedPolicy = {
  settings: SettingsValues
  dimensions: ReadonlyMap<string, SavedDimension>
  attributes: ReadonlyMap<string, SavedAttribute>
  /** Those that have a ruleset, or that a condition names. */
  resources: ReadonlyMap<string, SavedResource>
  rulesets: ReadonlyMap<string, SavedRuleset>
  /** Ruleset → its rules, by priority, key and id. */
  rules: ReadonlyMap<string, readonly SavedRule[]>
  integrations: ReadonlyMap<string, ReadableIntegration>
  /** The address of each person that a condition names, if no other person has the same address. */
  emails: ReadonlyMap<string, string>
}

export async function loadSavedPolicy(reader: Reader): Promise<SavedPolicy> {
  const read = async <T>(query: RawBuilder<T>) => (await query.execute(reader)).rows
  return {
    settings: (await findSettings(reader)).values,
    dimensions: byId(await read(dimensions)),
    attributes: byId(await read(attributes)),
    resources: byId(await read(resources)),
    rulesets: byId(await read(rulesets)),
    rules: Map.groupBy(await read(rules), ({ rulesetId }) => rulesetId),
    integrations: byId(await selectReadableIntegrations(reader)),
    emails: new Map((await read(emails)).map(({ id, email }) => [id, email])),
  }
}

function byId<T extends { id: string }>(rows: readonly T[]): Map<string, T> {
  return new Map(rows.map((row) => [row.id, row]))
}

/** By handle. A deleted record may share its handle with one that came later, which is then meant. */
export function byHandle<T extends { handle: string }>(
  records: ReadonlyMap<string, T>,
): Map<string, T> {
  return new Map([...records.values()].toReversed().map((each) => [each.handle, each]))
}

/** Whose a ruleset is, by uuid. */
export function ownerId(owner: RulesetOwner): string {
  return owner.type === 'directory_attribute' ? owner.attributeId : owner.resourceId
}

/** Rulesets by the record that they are for. */
export function byOwner({ rulesets }: SavedPolicy): Map<string, SavedRuleset> {
  return new Map([...rulesets.values()].map((each) => [ownerId(each.owner), each]))
}

/** By handle. */
const dimensions = sql<SavedDimension>`
  select d.id, d.handle, d.name, i.handle as integration, d.profile_key as "profileKey",
    d.attributes_enabled as "attributesEnabled", d.expires_after_days as "expiresAfterDays", d.state
  from dimension d join integration i on i.id = d.integration_id
  order by d.handle collate "C"`

/** By value, as it is folded, without those that another attribute has absorbed. */
const attributes = sql<SavedAttribute>`
  select id, dimension_id as "dimensionId", profile_value as value, name, state
  from attribute where absorbed_by_id is null order by folded_value collate "C", id`

const resources = sql<SavedResource>`
  select o.id, o.type, i.handle as integration, o.vendor_id as "vendorId", o.handle, o.name
  from resource o join integration i on i.id = o.integration_id
  where o.id in (select resource_id from ruleset union select vendor_resource_id from condition)
  order by o.type, i.handle collate "C", o.vendor_id collate "C"`

const rulesets = sql<SavedRuleset>`
  select s.id, ${rulesetValuesJson} as values, jsonb_strip_nulls(jsonb_build_object(
    'type', s.type, 'attributeId', s.attribute_id, 'resourceId', s.resource_id)) as owner
  from ruleset s
  where not exists (select from attribute a where a.id = s.attribute_id and a.absorbed_by_id is not null)
  order by s.id`

const rules = sql<SavedRule>`
  select r.id, r.ruleset_id as "rulesetId", r.key, p.handle as "roleHandle",
    iso(r.activates_at) as "activatesAt", r.replaces_rule_id as "replacesRuleId",
    ${ruleValuesJson} as values, ${conditionsJson} as conditions
  from rule r join policy_role p on p.id = r.policy_role_id
  where r.state in ('staged', 'active', 'expiring') and r.deleted_at is null and not r.is_imported
  order by r.ruleset_id, r.priority, r.key collate "C" nulls last, r.id`

const emails = sql<{ id: string; email: string }>`
  select u.id, u.email from directory_user u
  where u.id in (select c.directory_user_id from condition c join rule r on r.id = c.rule_id
      where r.state in ('staged', 'active', 'expiring'))
    and u.email <> '' and u.deleted_at is null
    and not exists (select from directory_user o
      where o.email_key = u.email_key and o.id <> u.id and o.deleted_at is null)`
