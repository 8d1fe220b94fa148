import type { Reader } from '../../database/database.ts'
import { hasBit } from '../../engine/columns/bitmap.ts'
import { emptyManifest } from '../../engine/columns/manifest-maker.ts'
import type { PeopleColumns } from '../../engine/columns/people-columns.ts'
import { nobody } from '../../engine/columns/people-facts.ts'
import type { Instant } from '../../engine/model.ts'
import type { LoadedPolicy } from '../compiled-policy.ts'
import { evaluated, type RulesetVerdict } from './evaluate-everybody.ts'
import { loadColumns } from './load-columns.ts'
import { noChanges, type ManifestChanges } from './manifest-changes.ts'
import { OrgFinder } from './org-finder.ts'
import { RulesetComparison } from './ruleset-comparison.ts'
import { selectOrgs, selectQualifiedOf, selectStaysOf } from './ruleset-queries.ts'
import { scopeAround, scopeOf, type Scope } from './scope.ts'

/** So many people of manifests are compared with what is stored at a time. */
const peopleAtOnce = 100_000
const rulesetsAtOnce = 200

/**
 * What has to be written so that the manifests of these rulesets, and of what depends on them, follow from the policy:
 * everybody is evaluated, ruleset by ruleset, and compared with what is stored. Memory holds the columns and one group
 * of rulesets. @returns how many people were looked at
 */
export async function* everybodysChanges(
  tx: Reader,
  policy: LoadedPolicy,
  changed: 'all' | readonly string[],
  now: Instant,
): AsyncGenerator<ManifestChanges, number> {
  const scope = scopeOf(policy.source, changed)
  const columns = await loadColumns(tx, scope.policy)
  const comparison = new RulesetComparison(policy, columns, now)
  const orgs = new OrgFinder(policy, columns.size)
  const isFrozen = (rulesetId: string) => policy.freezes.isFrozen(rulesetId)
  yield* frozenChanges(tx, { policy, scope, columns, comparison, orgs })
  const open = { ...scope, rulesetIds: scope.rulesetIds.filter((id) => !isFrozen(id)) }
  yield* compared(tx, comparison, verdictsOf(open, columns, orgs, now, isFrozen))
  if (scope.movesAttributes) {
    for await (const stored of selectOrgs(tx)) {
      yield { ...noChanges(), orgs: orgs.changesOf(stored, columns) }
    }
  }
  return columns.size
}

/** What differs from what is stored, a group of rulesets at a time. */
async function* compared(
  tx: Reader,
  comparison: RulesetComparison,
  verdicts: AsyncIterable<RulesetVerdict>,
): AsyncGenerator<ManifestChanges> {
  for await (const group of grouped(verdicts)) {
    const rulesetIds = group.map(({ rulesetId }) => rulesetId)
    const stays = await selectStaysOf(tx, rulesetIds)
    const qualified = await selectQualifiedOf(tx, rulesetIds)
    const changes = noChanges()
    for (const verdict of group) {
      comparison.addChanges(changes, verdict, {
        stays: stays.get(verdict.rulesetId) ?? [],
        qualified: qualified.get(verdict.rulesetId) ?? new Map(),
      })
    }
    yield changes
  }
}

type Frozen = {
  policy: LoadedPolicy
  scope: Scope
  columns: PeopleColumns
  comparison: RulesetComparison
  orgs: OrgFinder
}

/** What changes in frozen rulesets. Their attributes stand in org for whoever held them when they froze. */
async function* frozenChanges(
  tx: Reader,
  { policy, scope, columns, comparison, orgs }: Frozen,
): AsyncGenerator<ManifestChanges> {
  const wanted = new Set(scope.rulesetIds)
  const { frozenRulesets } = policy.freezes
  const rulesetIds = scope.movesAttributes
    ? frozenRulesets
    : frozenRulesets.filter((id) => wanted.has(id))
  for (let start = 0; start < rulesetIds.length; start += rulesetsAtOnce) {
    const group = rulesetIds.slice(start, start + rulesetsAtOnce)
    const stays = await selectStaysOf(tx, group)
    const qualified = await selectQualifiedOf(tx, group)
    const changes = noChanges()
    for (const rulesetId of group) {
      const stored = {
        stays: stays.get(rulesetId) ?? [],
        qualified: qualified.get(rulesetId) ?? new Map(),
      }
      for (const [ruleId, people] of stored.qualified) orgs.note(ruleId, indicesOf(people, columns))
      if (wanted.has(rulesetId)) comparison.addFrozen(changes, rulesetId, stored)
    }
    yield changes
  }
}

function indicesOf(people: readonly string[], columns: PeopleColumns): Uint32Array {
  const indices = people.map((id) => columns.indexOf(id))
  return Uint32Array.from(
    indices.filter((index) => index !== nobody && hasBit(columns.alive, index)),
  )
}

/** The verdict of every ruleset of the scope; nobody is in one that is not managed. */
async function* verdictsOf(
  { policy, rulesetIds }: Scope,
  columns: PeopleColumns,
  orgs: OrgFinder,
  now: Instant,
  isFrozen: (rulesetId: string) => boolean,
): AsyncGenerator<RulesetVerdict> {
  const left = new Set(rulesetIds)
  for await (const verdict of evaluated(policy, columns, now)) {
    if (isFrozen(verdict.rulesetId)) continue
    for (const { ruleId, people } of verdict.qualified) orgs.note(ruleId, people)
    if (left.delete(verdict.rulesetId)) yield verdict
  }
  for (const rulesetId of left) {
    yield { rulesetId, manifest: emptyManifest(rulesetId), qualified: [] }
  }
}

async function* grouped(verdicts: AsyncIterable<RulesetVerdict>): AsyncGenerator<RulesetVerdict[]> {
  let group: RulesetVerdict[] = []
  let people = 0
  for await (const verdict of verdicts) {
    group.push(verdict)
    people += verdict.manifest.people.length
    if (people < peopleAtOnce && group.length < rulesetsAtOnce) continue
    yield group
    group = []
    people = 0
  }
  if (group.length > 0) yield group
}

/** What would have to be written if one of these rulesets were not frozen and all others stayed as they are, for each. */
export async function* changesIfThawed(
  tx: Reader,
  policy: LoadedPolicy,
  rulesetIds: readonly string[],
  now: Instant,
): AsyncGenerator<ManifestChanges> {
  const scope = scopeAround(policy.source, rulesetIds)
  const columns = await loadColumns(tx, scope.policy)
  const comparison = new RulesetComparison(policy, columns, now)
  yield* compared(tx, comparison, verdictsOn(rulesetIds, evaluated(scope.policy, columns, now)))
}

async function* verdictsOn(
  rulesetIds: readonly string[],
  verdicts: AsyncIterable<RulesetVerdict>,
): AsyncGenerator<RulesetVerdict> {
  const asked = new Set(rulesetIds)
  for await (const verdict of verdicts) if (asked.has(verdict.rulesetId)) yield verdict
}
