import { encodeId } from '../../contract/ids.ts'
import { clip, searchKey } from '../../contract/text.ts'
import { parseJson } from '../../database/parse-json.ts'
import type { RulesetType } from '../../contract/states.ts'
import { compileCondition } from '../../engine/compile-condition.ts'
import type { Instant, Person } from '../../engine/model.ts'
import { viewPerson } from '../../engine/person-view.ts'
import { instant } from '../../http/shapes/schema.ts'
import type { CurrentStay } from '../manifests/manifest-changes.ts'
import type { LoadedPolicy } from '../model/compiled-policy.ts'
import {
  presentPolicyResource,
  presentRule,
  type ConditionRow,
  type ResourceRow,
  type RuleRow,
  type RulesetRow,
} from '../shapes/present.ts'
import { sayTo, type PolicyViewer } from '../shapes/withhold.ts'
import type { Subject } from './assumptions.ts'
import {
  accessChanges,
  maximumShown,
  type AccessChange,
  type ChangedAccessJson,
  type OneAccessJson,
} from './schema.ts'

/** A place of a person in a ruleset, seen twice. */
export type SeenTwice = {
  kind: AccessChange
  rulesetId: string
  before: CurrentStay | null
  after: CurrentStay | null
}

/** What is shown of places, by uuid: JSON texts of rules, rulesets with their resources, and conditions of rules. */
export type Shown = {
  rules: ReadonlyMap<string, string>
  rulesets: ReadonlyMap<string, { ruleset: string; resource: string }>
  conditions: ReadonlyMap<string, readonly ConditionRow[]>
}

/** What the rules of stays give. */
export function roleOf({ rules }: Pick<Shown, 'rules'>, stay: CurrentStay): string {
  const text = rules.get(stay.ruleId)
  return text === undefined ? '' : parseJson<RuleRow>(text).role_handle
}

/** How a place differs; undefined where the person has the same, perhaps by another rule. */
export function kindOf(
  shown: Pick<Shown, 'rules'>,
  before: CurrentStay | null,
  after: CurrentStay | null,
): AccessChange | undefined {
  if (before === null) return after === null ? undefined : 'gain'
  if (after === null) return 'lose'
  if (roleOf(shown, before) !== roleOf(shown, after)) return 'role'
  if (before.expiresAt === after.expiresAt) return undefined
  return after.expiresBy === 'grace' && before.expiresBy !== 'grace' ? 'grace' : 'end'
}

type Presenting = {
  shown: Shown
  viewer: PolicyViewer
  /** Why the person may be in no manifest; empty for one who may. */
  reasons: readonly string[]
  /** What a rule that no longer holds them lacks, in words. */
  lacks: (ruleId: string) => string
  at: Instant
}

export function presentChanges(
  changes: readonly SeenTwice[],
  presenting: Presenting,
): ChangedAccessJson[] {
  return inOrder(
    changes.map((change) => presentChange(change, presenting)),
    accessChanges,
  )
}

function presentChange(change: SeenTwice, presenting: Presenting): ChangedAccessJson {
  const { kind, rulesetId, before, after } = change
  const shownAfter = after && presentAccess(after, presenting)
  return {
    kind,
    ...presentResource(presenting.shown, rulesetId),
    before: before && presentAccess(before, presenting),
    after: shownAfter,
    why: clip(whyOf(change, shownAfter, presenting), 1999),
  }
}

/** What a ruleset gives access to. */
export function presentResource({ rulesets }: Pick<Shown, 'rulesets'>, rulesetId: string) {
  const { ruleset, resource } = rulesets.get(rulesetId) ?? {}
  if (ruleset === undefined || resource === undefined)
    throw new Error(`the ruleset ${rulesetId} is not among those that are shown`)
  const { type, attribute_id: attributeId } = parseJson<RulesetRow & { type: RulesetType }>(ruleset)
  return {
    type,
    policy_resource: presentPolicyResource(parseJson<ResourceRow>(resource), attributeId !== null),
    policy_ruleset_id: encodeId('ruleset', rulesetId),
  }
}

/** By kind, then by the name of the resource, and at most so many. */
export function inOrder<
  T extends { kind: string; policy_resource: { name: string }; policy_ruleset_id: string },
>(changes: readonly T[], kinds: readonly T['kind'][]): T[] {
  const keyOf = ({ kind, policy_resource: { name }, policy_ruleset_id: id }: T) =>
    `${kinds.indexOf(kind)} ${searchKey(name)} ${id}`
  return changes
    .map((change) => ({ change, key: keyOf(change) }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
    .slice(0, maximumShown)
    .map(({ change }) => change)
}

export function presentAccess(
  { ruleId, state, expiresAt }: Pick<CurrentStay, 'ruleId' | 'state' | 'expiresAt'>,
  { shown, viewer }: { shown: Pick<Shown, 'rules'>; viewer: PolicyViewer },
): OneAccessJson {
  const text = shown.rules.get(ruleId)
  if (text === undefined) throw new Error(`the rule ${ruleId} is not among those that are shown`)
  const { role_name, role_handle, id, description } = presentRule(parseJson<RuleRow>(text), viewer)
  const until = expiresAt === null ? null : instant(new Date(expiresAt))
  return { role_name, role_handle, state, until, policy_rule_id: id, rule: description }
}

function whyOf(
  { kind, before }: SeenTwice,
  after: OneAccessJson | null,
  { reasons, lacks, at }: Presenting,
): string {
  const end = after?.until ?? null
  if (kind === 'gain') return `would qualify: ${after?.rule ?? ''}`
  if (kind === 'role') return `would qualify first as ${after?.role_name}: ${after?.rule ?? ''}`
  if (kind === 'end')
    return end === null ? `would qualify: ${after?.rule ?? ''}` : `would end at ${end}`
  if (reasons.length > 0) return `may be in no manifest: ${reasons.join(' and ')}`
  if (before?.expiresAt !== null && before?.expiresAt !== undefined && before.expiresAt <= at)
    return `ends at ${instant(new Date(before.expiresAt))}`
  const lacking = `would not meet: ${lacks(before?.ruleId ?? '')}`
  return kind === 'grace' ? `${lacking}; stays until ${end}` : lacking
}

/** Says what a rule lacks of a person at an instant: its unmet conditions, or all of it where it is over. */
export function lackOf(
  { source, compiled }: LoadedPolicy,
  { subject, parent, at }: { subject: Subject; parent: Person | null; at: Instant },
  { shown, viewer }: Pick<Presenting, 'shown' | 'viewer'>,
): (ruleId: string) => string {
  const { person, managersAbove } = subject
  const directory = { parentOf: () => parent, managersAbove: () => managersAbove }
  const view = viewPerson(person, { directory, now: at }, compiled.decidedInForce)
  return (ruleId) => {
    const rule = source.rules.find(({ id }) => id === ruleId)
    const rows = shown.conditions.get(ruleId) ?? []
    const unmet = (rule?.conditions ?? []).flatMap((condition, index) => {
      const row = rows[index]
      if (row === undefined || compileCondition(condition, source)(view)) return []
      return [sayTo({ ...row.said, description: row.description }, viewer)]
    })
    return unmet.length > 0 ? unmet.join(' and ') : 'a rule that is over'
  }
}
