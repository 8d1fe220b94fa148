import { sql } from 'kysely'
import type { ResourceType } from '../contract/states.ts'
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
  integrationId: string
  /** Its handle. */
  integration: string
  profileKey: string
  attributesEnabled: boolean
  expiresAfterDays: number | null
  state: 'active' | 'deactivated'
}

export type SavedAttribute = {
  id: string
  dimensionId: string
  value: string
  name: string
  state: 'active' | 'deactivated'
}

/** A vendor's resource as people call it. */
export type SavedResource = {
  id: string
  type: ResourceType
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
  /** Those that have a ruleset. */
  resources: ReadonlyMap<string, SavedResource>
  rulesets: ReadonlyMap<string, SavedRuleset>
  /** Ruleset → its rules, by priority, key and id. */
  rules: ReadonlyMap<string, readonly SavedRule[]>
  integrations: ReadonlyMap<string, ReadableIntegration>
  /** The address of each person that a condition names, if no other person has the same address. */
  emails: ReadonlyMap<string, string>
}

export async function loadSavedPolicy(reader: Reader): Promise<SavedPolicy> {
  return {
    settings: (await findSettings(reader)).values,
    dimensions: byId(await selectDimensions(reader)),
    attributes: byId(await selectAttributes(reader)),
    resources: byId(await selectResources(reader)),
    rulesets: byId(await selectRulesets(reader)),
    rules: Map.groupBy(await selectRules(reader), ({ rulesetId }) => rulesetId),
    integrations: byId(await selectReadableIntegrations(reader)),
    emails: await selectEmails(reader),
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
async function selectDimensions(reader: Reader): Promise<SavedDimension[]> {
  const { rows } = await sql<SavedDimension>`
    select d.id, d.handle, d.name, d.integration_id as "integrationId", i.handle as integration,
      d.profile_key as "profileKey", d.attributes_enabled as "attributesEnabled",
      d.expires_after_days as "expiresAfterDays", d.state
    from dimension d join integration i on i.id = d.integration_id
    order by d.handle collate "C"`.execute(reader)
  return rows
}

/** By value, as it is folded, without those that another attribute has absorbed. */
async function selectAttributes(reader: Reader): Promise<SavedAttribute[]> {
  const { rows } = await sql<SavedAttribute>`
    select id, dimension_id as "dimensionId", profile_value as value, name, state
    from attribute where absorbed_by_id is null order by folded_value collate "C", id`.execute(
    reader,
  )
  return rows
}

async function selectResources(reader: Reader): Promise<SavedResource[]> {
  const { rows } = await sql<SavedResource>`
    select o.id, o.type, i.handle as integration, o.vendor_id as "vendorId", o.handle, o.name
    from ruleset s join resource o on o.id = s.resource_id join integration i on i.id = o.integration_id
    order by o.type, i.handle collate "C", o.vendor_id collate "C"`.execute(reader)
  return rows
}

type RulesetRow = { id: string; type: string; ownerId: string; values: RulesetValues }

async function selectRulesets(reader: Reader): Promise<SavedRuleset[]> {
  const { rows } = await sql<RulesetRow>`
    select s.id, s.type, coalesce(s.attribute_id, s.resource_id) as "ownerId", ${rulesetValuesJson} as values
    from ruleset s
    where not exists (select from attribute a where a.id = s.attribute_id and a.absorbed_by_id is not null)
    order by s.id`.execute(reader)
  return rows.map(({ id, type, ownerId, values }) => ({
    id,
    owner: ownerOf(type, ownerId),
    values,
  }))
}

function ownerOf(type: string, ownerId: string): RulesetOwner {
  return type === 'directory_attribute'
    ? { type, attributeId: ownerId }
    : // The database holds no other types.
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion
      { type: type as ResourceType, resourceId: ownerId }
}

async function selectRules(reader: Reader): Promise<SavedRule[]> {
  const { rows } = await sql<SavedRule>`
    select r.id, r.ruleset_id as "rulesetId", r.key, p.handle as "roleHandle",
      iso(r.activates_at) as "activatesAt", r.replaces_rule_id as "replacesRuleId",
      ${ruleValuesJson} as values, ${conditionsJson} as conditions
    from rule r join policy_role p on p.id = r.policy_role_id
    where r.state in ('staged', 'active', 'expiring') and r.deleted_at is null and not r.is_imported
    order by r.ruleset_id, r.priority, r.key collate "C" nulls last, r.id`.execute(reader)
  return rows
}

async function selectEmails(reader: Reader): Promise<Map<string, string>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select u.id, u.email from directory_user u
    where u.id in (select c.directory_user_id from condition c join rule r on r.id = c.rule_id
        where r.state in ('staged', 'active', 'expiring'))
      and u.email <> '' and u.deleted_at is null
      and not exists (select from directory_user o
        where o.email_key = u.email_key and o.id <> u.id and o.deleted_at is null)`.execute(reader)
  return new Map(rows.map(({ id, email }) => [id, email]))
}
