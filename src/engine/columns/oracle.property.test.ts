import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { propertyRuns } from '../../../test/property-runs.ts'
import { integrationsOfNegatedAttributes } from '../accounts.ts'
import { compilePolicy } from '../compile-policy.ts'
import { directoryOf } from '../directory.ts'
import { evaluatePerson, stagedRulesOf, type Setting } from '../evaluate-person.ts'
import { evaluateWorld, type ManifestEntry } from '../evaluate-world.ts'
import { now, person } from '../facts-for-tests.ts'
import type { Person, Policy } from '../model.ts'
import { viewPerson } from '../person-view.ts'
import { columnsRead } from './column-keys.ts'
import { compileColumnPolicy, programOfRule, type ColumnPolicy } from './column-policy.ts'
import { evaluateEverybody } from './evaluate-everybody.ts'
import { peopleOfRule } from './evaluate-rule.ts'
import { forEachAdmitted } from './manifest-maker.ts'
import { buffersOf, packPeople, unpackPeople } from './packed-people.ts'
import { PeopleColumns } from './people-columns.ts'
import type { PeopleFacts } from './people-facts.ts'
import { peopleIn } from './person-set.ts'
import { PersonVerdicts } from './person-verdicts.ts'
import { visitRulePeople } from './rule-people.ts'
import { evaluateStaged, stagedPrograms } from './staged-people.ts'
import { subjectAt, subjectOfPerson } from './subject.ts'
import { anyChangingWorld, peopleAfter } from './worlds-for-tests.ts'

/** Each is checked by all questions, before and after its changes. */
const worlds = propertyRuns(10_000)

/** Many places make room for lists of people, which are kept where few of many are meant. */
const anyGone = fc.oneof(fc.nat(40), fc.nat(40), fc.nat(400))

/** One workspace at one moment, in both forms. */
type Moment = {
  people: readonly Person[]
  policy: Policy
  setting: Setting
  columns: PeopleColumns
  fast: ColumnPolicy
  verdicts: PersonVerdicts
}

test('all questions agree with the plain evaluator, before and after people and policy change', () => {
  fc.assert(
    fc.property(anyChangingWorld, anyGone, (world, gone) => {
      const { people, policy, changed, removedIds, policyAfter } = world
      const columns = new PeopleColumns(
        columnsRead(policy),
        integrationsOfNegatedAttributes({
          ...policy,
          rules: [...policy.rules, ...policyAfter.rules],
        }),
      )
      assert.ok(columns.covers(columnsRead(policyAfter)))
      leavePlaces(columns, gone)
      columns.putAll(people)
      check(people, policy, columns)
      columns.putAll(changed)
      for (const id of removedIds) columns.remove(id)
      check(peopleAfter(world), policyAfter, columns)
    }),
    { numRuns: worlds },
  )
})

/** The places of people who are gone, so that the columns grow while the world's people come. */
function leavePlaces(columns: PeopleColumns, many: number): void {
  for (let number = 0; number < many; number += 1) {
    columns.put(person(`gone ${number}`))
    columns.remove(`gone ${number}`)
  }
}

function check(people: readonly Person[], policy: Policy, columns: PeopleColumns): void {
  const setting = { policy: compilePolicy(policy), directory: directoryOf(people), now }
  const fast = compileColumnPolicy(policy)
  const moment = { people, policy, setting, columns, fast, verdicts: new PersonVerdicts(fast) }
  checkEverybody(moment)
  checkEachPerson(moment)
  checkEachRule(moment)
  checkStaged(moment)
}

/** Facts about people as texts, so that both sides can be compared regardless of their order. */
function checkEverybody(moment: Moment): void {
  const { people, policy, columns, fast } = moment
  const oracle = evaluateWorld({ people, policy }, now)
  const expected = [
    ...factsOf('qualifies', oracle.qualified),
    ...factsOf('holds', oracle.attributes),
    ...[...oracle.manifests].flatMap(([id, entries]) => manifestTexts(id, entries)),
  ].sort()
  assert.deepEqual(everybodyByColumns(fast, columns, columns), expected)
  const packed = packPeople(columns, policy)
  const sent = structuredClone(packed, { transfer: buffersOf(packed) })
  assert.deepEqual(everybodyByColumns(fast, unpackPeople(sent), columns), expected)
}

function manifestTexts(id: string, entries: readonly ManifestEntry[]): string[] {
  const admitted = entries.map(({ personId, ruleId }) => `${personId} in ${id} by ${ruleId}`)
  return [`manifest ${id}`, ...admitted]
}

function factsOf(verb: string, byPerson: ReadonlyMap<string, readonly string[]>): string[] {
  return [...byPerson].flatMap(([id, items]) => items.map((item) => `${id} ${verb} ${item}`))
}

function everybodyByColumns(fast: ColumnPolicy, facts: PeopleFacts, ids: PeopleColumns): string[] {
  const found: string[] = []
  evaluateEverybody(fast, facts, now, {
    onRule({ rule }, people) {
      for (const at of peopleIn(people)) found.push(`${ids.idAt(at)} qualifies ${rule.id}`)
    },
    onAttribute({ id }, people) {
      for (const at of peopleIn(people)) found.push(`${ids.idAt(at)} holds ${id}`)
    },
    onManifest(manifest) {
      found.push(`manifest ${manifest.rulesetId}`)
      forEachAdmitted(manifest, (at, ruleId) => {
        found.push(`${ids.idAt(at)} in ${manifest.rulesetId} by ${ruleId}`)
      })
    },
  })
  return found.sort()
}

function checkEachPerson({ people, setting, columns, verdicts }: Moment): void {
  for (const person of people) {
    const expected = evaluatePerson(setting, person)
    const subjects = [
      subjectOfPerson(person, setting.directory, now),
      subjectAt(columns, columns.indexOf(person.id), now),
    ]
    for (const subject of subjects) {
      assert.deepEqual(verdicts.verdictOn(subject), expected)
    }
  }
}

function checkEachRule(moment: Moment): void {
  const { people, policy, setting, columns, fast } = moment
  const inForce = people.map((person) => ({
    id: person.id,
    rules: evaluatePerson(setting, person).qualified,
  }))
  // Evaluated as if no person were staged, so that only staged rules are found.
  const staged = people.map((person) => {
    const baseState = person.baseState === 'staged' ? 'active' : person.baseState
    const facts = { ...person, baseState }
    return { id: person.id, rules: stagedRulesOf(setting, facts) }
  })
  const at = { facts: columns, now }
  for (const { rule, ruleset } of fast.inForce.rules) {
    const program = programOfRule(policy, { rule, ruleset }, 'in_force')
    assert.deepEqual(idsOf(peopleOfRule(program, at), columns), whoHas(rule.id, inForce))
  }
  visitRulePeople(stagedPrograms(policy, null).staged, at, 'many_rules', {
    onRule({ rule, ruleset, isAsked }, found) {
      if (!isAsked) return
      const expected = whoHas(rule.id, staged)
      assert.deepEqual(idsOf(peopleIn(found), columns), expected)
      const program = programOfRule(policy, { rule, ruleset }, 'with_staged')
      assert.deepEqual(idsOf(peopleOfRule(program, at), columns), expected)
      const alone = programOfRule(policy, { rule, ruleset }, 'in_force')
      assert.deepEqual(idsOf(peopleOfRule(alone, at), columns), whoMeets(rule.id, moment))
    },
  })
}

/** Everybody at once, for all rulesets and for one alone. */
function checkStaged({ people, policy, setting, columns }: Moment): void {
  const expected = people.map((person) => ({
    id: person.id,
    rules: stagedRulesOf(setting, person),
  }))
  const rulesetOf = new Map(policy.rules.map((rule) => [rule.id, rule.rulesetId]))
  for (const rulesetId of [null, policy.rulesets[0]?.id ?? null]) {
    const found = evaluateStaged(stagedPrograms(policy, rulesetId), columns, now)
    const rulesOf = (id: string) =>
      found.rules.flatMap(({ ruleId, people: those }) =>
        those.includes(columns.indexOf(id)) ? [ruleId] : [],
      )
    const wanted = expected.map(({ id, rules }) => ({
      id,
      rules: rules.filter((rule) => rulesetId === null || rulesetOf.get(rule) === rulesetId),
    }))
    assert.deepEqual(
      people.map(({ id }) => ({ id, rules: rulesOf(id) })),
      wanted,
    )
    assert.ok(found.rules.every((each) => each.people.length > 0))
    assert.equal(found.count, wanted.filter(({ rules }) => rules.length > 0).length)
  }
}

/** The people who would qualify for a staged rule if it alone were in force. */
function whoMeets(ruleId: string, { people, setting }: Moment): string[] {
  const { policy } = setting
  const compiled = policy.stagedRules.find(({ rule }) => rule.id === ruleId)
  return people
    .filter((person) => {
      const view = viewPerson(person, setting, policy.decidedInForce)
      return person.deletedAt === null && compiled?.isMet(view) === true
    })
    .map(({ id }) => id)
    .sort()
}

function idsOf(people: Uint32Array, columns: PeopleColumns): string[] {
  return [...people].map((at) => columns.idAt(at)).sort()
}

function whoHas(ruleId: string, of: readonly { id: string; rules: readonly string[] }[]): string[] {
  return of.flatMap(({ id, rules }) => (rules.includes(ruleId) ? [id] : [])).sort()
}
