import type { Reader } from '../../database/database.ts'
import { emptyManifest } from '../../engine/columns/manifest-maker.ts'
import type { PeopleColumns } from '../../engine/columns/people-columns.ts'
import type { Instant } from '../../engine/model.ts'
import type { LoadedPolicy } from '../model/compiled-policy.ts'
import { selectCandidates } from './candidates.ts'
import { evaluated, type RulesetVerdict } from './evaluate-everybody.ts'
import { loadColumns } from './load-columns.ts'
import { noChanges, type ManifestChanges } from './manifest-changes.ts'
import { OrgFinder } from './org-finder.ts'
import { RulesetComparison } from './ruleset-comparison.ts'
import { selectOrgs, selectQualifiedOf, selectStaysOf } from './ruleset-queries.ts'
import { scopeOf, type Scope } from './scope.ts'

/** So many people of manifests are compared with what is stored at a time. */
const peopleAtOnce = 100_000
const rulesetsAtOnce = 200

export type ComparedPeople = {
  /** With `stays`, qualifications and org are not compared. */
  of?: 'everything' | 'stays'
  /** With `candidates`, only those whom the rulesets can move, where these are known ({@link selectCandidates}). */
  among?: 'everybody' | 'candidates'
}

/**
 * The changes that make the manifests of these rulesets, and of the rulesets that depend on them, follow from the
 * policy: everybody is evaluated, ruleset by ruleset, and compared with the stored rows. Memory holds the columns
 * and one group of rulesets.
 * @returns how many people were evaluated
 */
export async function* everybodysChanges(
  tx: Reader,
  policy: LoadedPolicy,
  changed: 'all' | readonly string[],
  now: Instant,
  { of = 'everything', among = 'everybody' }: ComparedPeople = {},
): AsyncGenerator<ManifestChanges, number> {
  const scope = scopeOf(policy.source, changed)
  const candidates =
    among === 'candidates' ? await selectCandidates(tx, policy.source, scope) : null
  const columns = await loadColumns(tx, scope.policy, candidates ?? 'all')
  const comparison = new RulesetComparison(policy, columns, now)
  const orgs = new OrgFinder(policy, columns.size)
  yield* compared(tx, comparison, verdictsOf(scope, columns, orgs, now), of)
  if (scope.movesAttributes && of === 'everything') {
    for await (const stored of selectOrgs(tx)) {
      yield { ...noChanges(), orgs: orgs.changesOf(stored, columns) }
    }
  }
  return columns.size
}

/** The differences from the stored rows, one group of rulesets at a time. */
async function* compared(
  tx: Reader,
  comparison: RulesetComparison,
  verdicts: AsyncIterable<RulesetVerdict>,
  of: ComparedPeople['of'],
): AsyncGenerator<ManifestChanges> {
  for await (const group of grouped(verdicts)) {
    const rulesetIds = group.map(({ rulesetId }) => rulesetId)
    const stays = await selectStaysOf(tx, rulesetIds)
    const qualified = of === 'stays' ? undefined : await selectQualifiedOf(tx, rulesetIds)
    const changes = noChanges()
    for (const verdict of group) {
      const { rulesetId } = verdict
      comparison.addStays(changes, verdict, stays.get(rulesetId) ?? [])
      const known = qualified && (qualified.get(rulesetId) ?? new Map<string, string[]>())
      if (known) comparison.addQualifications(changes, verdict, known)
    }
    yield changes
  }
}

/** The verdict of every ruleset of the scope; an unmanaged ruleset admits no one. */
async function* verdictsOf(
  { policy, rulesetIds }: Scope,
  columns: PeopleColumns,
  orgs: OrgFinder,
  now: Instant,
): AsyncGenerator<RulesetVerdict> {
  const left = new Set(rulesetIds)
  for await (const verdict of evaluated(policy, columns, now)) {
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
