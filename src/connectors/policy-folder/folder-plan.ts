import { createHash } from 'node:crypto'
import { isDeepStrictEqual } from 'node:util'
import { sql } from 'kysely'
import { encodeId } from '../../contract/ids.ts'
import type { Transaction } from '../../database/database.ts'
import { digestOf } from '../../policy/plans/effect-digest.ts'
import {
  addUp,
  noTotals,
  type Effect,
  type EffectKind,
  type EffectRow,
  type Totals,
} from '../../policy/plans/effect.ts'
import { homesOf } from './export-folder.ts'
import type { FolderDimension } from './folder-file.ts'
import { diffLines } from './line-diff.ts'
import type { Folder } from './read-folder.ts'
import { renderDimensions, renderRulesets, resourceName } from './render-folder.ts'
import type { StoredPolicy } from './stored-policy.ts'
import { yamlText } from './yaml-text.ts'

/** What somebody has, as a plan tells it. */
export type HeldAccess = { role: string; state: 'active' | 'expiring'; expires_at: string | null }

/** What becomes of one person's access to one resource. */
export type PersonEffect = {
  id: string
  name: string
  email: string | null
  kinds: EffectKind[]
  before: HeldAccess | null
  after: HeldAccess | null
}

/** What a plan does about one resource. */
export type ResourcePlan = {
  /** `codehost_group codehost/12` */
  resource: string
  /** What people call it. */
  name: string
  /** Null for one that only follows from others. */
  file: string | null
  is_new: boolean
  totals: Totals
  /** How its file changes, in lines that begin with a blank, `+` or `-`. */
  diff: string[]
  people: PersonEffect[]
}

/** What a folder would change. `id` is the beginning of `digest`, which is the same for the same changes with the same effect. */
export type FolderPlan = {
  id: string
  digest: string
  has_changes: boolean
  totals: Totals & { people: number }
  settings: { file: string | null; diff: string[] }
  resources: ResourcePlan[]
  /** What is odd about the rules that it leaves in force. */
  findings: string[]
  /** Resources with rules that are in no file of the folder, and stay as they are. */
  not_in_folder: string[]
}

export type PlanParts = {
  folder: Folder
  before: StoredPolicy
  after: StoredPolicy
  effect: Effect
  hasSteps: boolean
  findings: string[]
}

/** Tells what the steps of a folder have done, in the transaction that has done them. */
export async function composePlan(tx: Transaction, parts: PlanParts): Promise<FolderPlan> {
  const { folder, before, after, effect } = parts
  const texts = { old: rulesetsSaid(before), fresh: rulesetsSaid(after) }
  const settings = {
    file: folder.settings.find(({ data }) => data.dimensions !== undefined)?.name ?? null,
    diff: diffLines(settingsText(before), settingsText(after)),
  }
  const resources = await planResources(tx, parts, texts)
  const hasChanges = parts.hasSteps || after.rulesets.size > before.rulesets.size
  const digest = digestParts(parts, texts)
  return {
    id: digest.slice(0, 16),
    digest,
    has_changes: hasChanges,
    totals: effect.totals,
    settings,
    resources,
    findings: parts.findings,
    not_in_folder: leftOut(parts),
  }
}

/** Ruleset → what its file says, without ids, which say nothing to a reader. */
type Said = ReadonlyMap<string, object>
type Texts = { old: Said; fresh: Said }

/** Of the folder, of what it changes, and of the effect: nothing that differs from run to run. */
function digestParts({ folder, before, after, effect }: PlanParts, { old, fresh }: Texts): string {
  const changed = [...new Set([...old.keys(), ...fresh.keys()])]
    .filter((id) => !isDeepStrictEqual(old.get(id), fresh.get(id)))
    .map((id) => JSON.stringify(old.get(id) ?? null))
  const said = [...folder.settings, ...folder.rulesets].map(({ data }) => {
    const { tests: _tests, ...rest } = data
    return JSON.stringify(rest)
  })
  const hash = createHash('sha256').update(digestOf(effect.rows, namesOf(after)))
  hash.update(JSON.stringify([said.sort(), settingsText(before), changed.sort()]))
  return hash.digest('hex')
}

/** The dimensions' file without ids. */
function settingsText(policy: StoredPolicy): string {
  const dimensions = renderDimensions(policy)
  return dimensions.length === 0 ? '' : yamlText({ dimensions: dimensions.map(withoutIds) })
}

function withoutIds({ id: _id, attributes, ...dimension }: FolderDimension) {
  if (attributes === undefined) return dimension
  return { ...dimension, attributes: attributes.map(({ id: _attribute, ...named }) => named) }
}

function rulesetsSaid(policy: StoredPolicy): Said {
  return new Map(
    renderRulesets(policy).map(({ id, data: { id: _id, rules, ...data } }) => {
      const said = rules.map(({ id: _rule, ...rule }) => rule)
      return [id, { ...data, rules: said }]
    }),
  )
}

function textOf(said: object | undefined): string {
  return said === undefined ? '' : yamlText(said)
}

/** Ruleset → the resource whose it is. */
function namesOf(policy: StoredPolicy): Map<string, string> {
  const all = renderRulesets(policy, new Set(policy.rulesets.keys()))
  return new Map(all.map(({ id, data }) => [id, resourceName(data.resource)]))
}

async function planResources(
  tx: Transaction,
  { folder, before, after, effect }: PlanParts,
  { old, fresh }: Texts,
): Promise<ResourcePlan[]> {
  const all = renderRulesets(after, new Set(after.rulesets.keys()))
  const rows = Map.groupBy(effect.rows, ({ rulesetId }) => rulesetId)
  const people = await selectPeople(tx, effect.rows)
  const homes = homesOf(after, folder.rulesets)
  return all.flatMap(({ id, title, data }) => {
    const own = rows.get(id) ?? []
    const isSame = isDeepStrictEqual(old.get(id), fresh.get(id))
    const diff = isSame ? [] : diffLines(textOf(old.get(id)), textOf(fresh.get(id)))
    if (diff.length === 0 && own.length === 0) return []
    const totals = noTotals()
    for (const row of own) addUp(totals, row)
    return [
      {
        resource: resourceName(data.resource),
        name: title,
        file: homes.get(id)?.name ?? null,
        is_new: !before.rulesets.has(id),
        totals,
        diff,
        people: own.map((row) => personEffect(row, people)).sort(byName),
      },
    ]
  })
}

type Named = { id: string; name: string; email: string | null }

async function selectPeople(
  tx: Transaction,
  rows: readonly EffectRow[],
): Promise<Map<string, Named>> {
  const ids = [...new Set(rows.map(({ personId }) => personId))]
  const { rows: people } = await sql<Named>`
    select id, coalesce(nullif(full_name, ''), email, '') as name, email
    from directory_user where id = any (${ids}::uuid[])`.execute(tx)
  return new Map(people.map((person) => [person.id, person]))
}

function personEffect(
  { personId, kinds, before, after }: EffectRow,
  people: ReadonlyMap<string, Named>,
): PersonEffect {
  const { name = '', email = null } = people.get(personId) ?? {}
  const id = encodeId('directoryUser', personId)
  return { id, name, email, kinds, before: held(before), after: held(after) }
}

function held(access: EffectRow['before']): HeldAccess | null {
  if (access === null) return null
  const { role, state, expiresAt } = access
  return { role, state, expires_at: expiresAt === null ? null : new Date(expiresAt).toISOString() }
}

function byName(a: PersonEffect, b: PersonEffect): number {
  return a.name === b.name ? (a.id < b.id ? -1 : 1) : a.name < b.name ? -1 : 1
}

function leftOut({ folder, after }: PlanParts): string[] {
  const homes = homesOf(after, folder.rulesets)
  return renderRulesets(after)
    .filter(({ id }) => !homes.has(id))
    .map(({ data }) => resourceName(data.resource))
}
