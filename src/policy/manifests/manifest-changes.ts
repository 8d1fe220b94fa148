import { effectiveState } from '../../engine/effective-state.ts'
import type { PersonVerdict } from '../../engine/evaluate-person.ts'
import type { Instant, Person } from '../../engine/model.ts'
import { nextStep, stayState, type GracePeriod, type Stay, type Step } from '../../engine/stays.ts'
import type { LoadedPolicy } from '../model/compiled-policy.ts'
import type { AttributeFacts } from '../model/load-policy.ts'

/** What a stay is held by and shows. `expiresBy` says whether its own grace or its rule ends it. */
export type StayValues = {
  ruleId: string
  state: 'active' | 'expiring'
  expiresBy: 'grace' | 'rule' | null
  expiresAt: Instant | null
}

/** With the start of the grace that it is in. */
export type StoredValues = StayValues & { graceSince: Instant | null }

export type CurrentStay = StoredValues & { id: string; rulesetId: string }

/** What is stored about a person that follows from the policy. */
export type CurrentPerson = {
  qualified: ReadonlySet<string>
  stays: readonly CurrentStay[]
  org: Readonly<Record<string, string>>
}

export type Qualification = { personId: string; ruleId: string }
export type EnteredStay = StoredValues & { rulesetId: string; personId: string }
export type ChangedStay = { personId: string; before: CurrentStay; after: StoredValues }
/** `eligible`: the person might stay, and leaves because of conditions or rules. */
export type EndedStay = {
  personId: string
  before: CurrentStay
  state: 'expired' | 'deactivated'
  eligible: boolean
}

/** All changes that make the stored rows follow from the policy again. */
export type ManifestChanges = {
  qualified: Qualification[]
  unqualified: Qualification[]
  entered: EnteredStay[]
  changed: ChangedStay[]
  ended: EndedStay[]
  orgs: { personId: string; org: Record<string, string> }[]
}

export function noChanges(): ManifestChanges {
  return { qualified: [], unqualified: [], entered: [], changed: [], ended: [], orgs: [] }
}

/** The same changes, at most `size` of each kind at a time. Each place is in one piece only. */
export function* inPieces(changes: ManifestChanges, size: number): Generator<ManifestChanges> {
  const { qualified, unqualified, entered, changed, ended, orgs } = changes
  const most = Math.max(...Object.values(changes).map((rows) => rows.length))
  for (let start = 0; start < most; start += size) {
    const end = start + size
    yield {
      qualified: qualified.slice(start, end),
      unqualified: unqualified.slice(start, end),
      entered: entered.slice(start, end),
      changed: changed.slice(start, end),
      ended: ended.slice(start, end),
      orgs: orgs.slice(start, end),
    }
  }
}

/** The changes of those people that `isWanted` says yes to. */
export function changesFor(
  { qualified, unqualified, entered, changed, ended, orgs }: ManifestChanges,
  isWanted: (personId: string) => boolean,
): ManifestChanges {
  const isOfWanted = ({ personId }: { personId: string }) => isWanted(personId)
  return {
    qualified: qualified.filter(isOfWanted),
    unqualified: unqualified.filter(isOfWanted),
    entered: entered.filter(isOfWanted),
    changed: changed.filter(isOfWanted),
    ended: ended.filter(isOfWanted),
    orgs: orgs.filter(isOfWanted),
  }
}

export function countChanges(changes: ManifestChanges): number {
  return Object.values(changes).reduce((sum, rows) => sum + rows.length, 0)
}

/** One person with their parent, what the policy says of them, and what is stored. */
export type Finding = {
  person: Person
  parent: Person | null
  verdict: PersonVerdict
  current: CurrentPerson
}

/** The rules that stays are held by, as they are at the instant of a step. */
export type HoldingRules = Pick<LoadedPolicy, 'holdingRule'>

/** One person's place in one ruleset: what is stored of it, and what the rules say now. */
export type Place = {
  personId: string
  rulesetId: string
  before: CurrentStay | null
  eligible: boolean
  admittingRuleId: string | null
  /** Whether the person, or their parent, has expired. */
  hasExpired: () => boolean
}

/** Adds to `changes` the differences between a person's verdict and the stored rows. */
export function addChanges(
  changes: ManifestChanges,
  finding: Finding,
  policy: LoadedPolicy,
  now: Instant,
): void {
  addQualifications(changes, finding)
  addStays(changes, finding, policy, now)
  const org = orgOf(finding.verdict, policy.attributes)
  if (!isSameOrg(org, finding.current.org)) changes.orgs.push({ personId: finding.person.id, org })
}

function addQualifications(changes: ManifestChanges, { person, verdict, current }: Finding): void {
  const wanted = new Set(verdict.qualified)
  for (const ruleId of wanted) {
    if (!current.qualified.has(ruleId)) changes.qualified.push({ personId: person.id, ruleId })
  }
  for (const ruleId of current.qualified) {
    if (!wanted.has(ruleId)) changes.unqualified.push({ personId: person.id, ruleId })
  }
}

function addStays(
  changes: ManifestChanges,
  finding: Finding,
  policy: LoadedPolicy,
  now: Instant,
): void {
  const { person, parent, verdict, current } = finding
  const stays = new Map(current.stays.map((stay) => [stay.rulesetId, stay]))
  const hasExpired = () =>
    [person, parent].some((each) => each !== null && effectiveState(each, now) === 'expired')
  for (const rulesetId of new Set([...verdict.admitted.keys(), ...stays.keys()])) {
    const before = stays.get(rulesetId) ?? null
    const place = {
      personId: person.id,
      rulesetId,
      before,
      eligible: verdict.eligible,
      admittingRuleId: verdict.admitted.get(rulesetId) ?? null,
      hasExpired,
    }
    addPlace(changes, place, policy, now)
  }
}

/** Adds to `changes` the one step that a place takes. */
export function addPlace(
  changes: ManifestChanges,
  place: Place,
  policy: HoldingRules,
  now: Instant,
): void {
  const { personId, rulesetId, before, eligible, admittingRuleId } = place
  const step = nextStep(before && toEngineStay(before, policy), { eligible, admittingRuleId }, now)
  if (before === null) {
    if (step.kind === 'enter') {
      changes.entered.push({ ...heldByRight(policy, step.ruleId), rulesetId, personId })
    }
    return
  }
  if (step.kind === 'leave') {
    // A stay ends as expired if it, or its person, ran out; every other end is a decision.
    const ranOut = before.expiresAt !== null && before.expiresAt <= now
    const state = ranOut || place.hasExpired() ? 'expired' : 'deactivated'
    changes.ended.push({ personId, before, state, eligible })
    return
  }
  const after = valuesAfter(policy, before, step)
  if (!isSameStay(before, after)) changes.changed.push({ personId, before, after })
}

function toEngineStay(stay: CurrentStay, policy: HoldingRules): Stay {
  return { rule: policy.holdingRule(stay.ruleId), grace: graceOf(stay) }
}

function graceOf({ expiresBy, expiresAt, graceSince }: CurrentStay): GracePeriod | null {
  if (expiresBy !== 'grace' || expiresAt === null || graceSince === null) return null
  return { since: graceSince, until: expiresAt }
}

function valuesAfter(policy: HoldingRules, before: CurrentStay, step: Step): StoredValues {
  if (step.kind === 'move') return heldByRight(policy, step.ruleId)
  if (step.kind === 'start_grace') return heldBy(policy, before.ruleId, step.grace)
  if (step.kind === 'keep_grace') return heldBy(policy, step.ruleId, step.grace)
  return heldBy(policy, before.ruleId, graceOf(before))
}

function heldByRight(policy: HoldingRules, ruleId: string): StoredValues {
  return heldBy(policy, ruleId, null)
}

function heldBy(policy: HoldingRules, ruleId: string, grace: GracePeriod | null): StoredValues {
  const shown = stayState(policy.holdingRule(ruleId), grace?.until ?? null)
  const graceSince = grace?.since ?? null
  if (shown.state === 'active') return { ruleId, ...shown, expiresBy: null, graceSince }
  return { ruleId, ...shown, expiresBy: grace === null ? 'rule' : 'grace', graceSince }
}

function isSameStay(a: StayValues, b: StayValues): boolean {
  return (
    a.ruleId === b.ruleId &&
    a.state === b.state &&
    a.expiresBy === b.expiresBy &&
    a.expiresAt === b.expiresAt
  )
}

/** Dimension handle → name of the first attribute, in admission order, that the person qualifies for. */
function orgOf(
  verdict: PersonVerdict,
  attributes: ReadonlyMap<string, AttributeFacts>,
): Record<string, string> {
  const org: Record<string, string> = {}
  for (const attributeId of verdict.attributes) {
    const attribute = attributes.get(attributeId)
    if (attribute?.isActive) org[attribute.dimensionHandle] ??= attribute.name
  }
  return org
}

/** Whether both name the same attribute of the same dimensions. */
export function isSameOrg(
  a: Readonly<Record<string, string>>,
  b: Readonly<Record<string, string>>,
) {
  const keys = Object.keys(a)
  return keys.length === Object.keys(b).length && keys.every((key) => a[key] === b[key])
}
