import assert from 'node:assert/strict'
import type { Database, Transaction } from '../src/database/database.ts'
import { evaluateWorld } from '../src/engine/evaluate-world.ts'
import type { Person } from '../src/engine/model.ts'
import { loadPolicy } from '../src/policy/model/load-policy.ts'
import { beginPolicyChange } from '../src/policy/changes/begin-change.ts'
import { followPeopleChange } from '../src/policy/changes/follow-change.ts'
import { carriedOut } from '../src/policy/limits/stopped.ts'
import { settleDue } from '../src/policy/manifests/settle.ts'
import { peopleFacts } from '../src/policy/model/people-facts.ts'
import { readsOf } from '../src/policy/model/policy-reads.ts'
import { testActor } from './people-fixture.ts'
import { readDerived } from './policy-world.ts'

/** Recalculates the manifests of people (uuids) whose rows a test has changed. */
export async function followPeople(tx: Transaction, people: readonly string[]): Promise<void> {
  const context = { tx, actor: testActor }
  const begun = await beginPolicyChange(context)
  carriedOut(await followPeopleChange(context, begun, { people }))
}

/**
 * Asserts that the stored manifests are what the plain evaluator computes from the stored facts, apart from grace.
 */
export async function assertManifestsFollow(database: Database): Promise<void> {
  await settleDue(database)
  const { policy, attributes } = await loadPolicy(database.read)
  const people: Person[] = []
  for await (const batch of peopleFacts(database.read, readsOf(policy), 'all')) {
    people.push(...batch.people)
  }
  const expected = evaluateWorld({ people, policy }, database.now().getTime())
  const stored = await database.transaction(({ tx }) => readDerived(tx))
  const attributeById = new Map(attributes.map((attribute) => [attribute.id, attribute]))
  for (const { id, org, qualified } of stored.people) {
    assert.deepEqual(qualified, (expected.qualified.get(id) ?? []).toSorted(), 'qualified')
    const shown: Record<string, string> = {}
    for (const attributeId of expected.attributes.get(id) ?? []) {
      const attribute = attributeById.get(attributeId)
      if (attribute?.isActive === true) shown[attribute.dimensionHandle] ??= attribute.name
    }
    assert.deepEqual(org, shown, 'org')
  }
  const byRight = stored.stays.filter(
    (stay) => stay.deleted_at === null && stay.expires_by !== 'grace',
  )
  const manifests = [...expected.manifests].flatMap(([rulesetId, entries]) =>
    entries.map(({ personId, ruleId }) => `${rulesetId} ${personId} ${ruleId}`),
  )
  assert.deepEqual(
    byRight.map((stay) => `${stay.ruleset_id} ${stay.person_id} ${stay.rule_id}`).toSorted(),
    manifests.toSorted(),
    'manifests',
  )
}
