import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { propertyRuns } from '../../../test/property-runs.ts'
import { itemAt } from '../columns/item-at.ts'
import { columnsFor } from '../columns/people-columns.ts'
import { evaluateWorld } from '../evaluate-world.ts'
import {
  attributeRuleset,
  now,
  person,
  policyOf,
  profileIs,
  rule,
  ruleset,
} from '../facts-for-tests.ts'
import type { Condition, Identity, Person, Policy } from '../model.ts'
import { mostRules, suggestRules } from './suggest-rules.ts'
import { suggestWorld, type SuggestSource } from './suggest-world.ts'

const departments = ['Sales', 'Engineering', 'Support', 'Finance']
const sites = ['Berlin', 'Lyon', 'Osaka', 'BERLIN']
const keys = ['department', 'site', 'type', 'skills', 'badge', 'begins', 'chat:room']

/** Numbers from 0 up to 1, always the same. */
function random(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0
    return state / 2 ** 32
  }
}

/** A company of so many people, some of whom may be in no manifest. */
function company(size: number, seed: number): Person[] {
  const next = random(seed)
  const pick = <T>(from: readonly T[]): T => itemAt(from, Math.floor(next() * from.length))
  return Array.from({ length: size }, (_, at): Person => {
    const profile = {
      department: pick(departments),
      site: pick(sites),
      type: next() < 0.8 ? 'employee' : 'contractor',
      skills: ['sql', 'go', 'law'].filter(() => next() < 0.3),
      badge: `B-${at}`,
      begins: `2024-0${1 + Math.floor(next() * 3)}-01`,
    }
    const identities: Identity[] = [{ integrationId: 'idp', profile }]
    if (next() < 0.5)
      identities.push({
        integrationId: 'chat',
        profile: { room: pick(['red', 'blue']) },
        isDeactivated: next() < 0.2,
      })
    return person(`person-${at}`, {
      baseState: next() < 0.05 ? 'suspended' : 'active',
      expiresAt: next() < 0.03 ? now - 1 : null,
      deletedAt: next() < 0.03 ? now - 1 : null,
      managerId: at === 0 ? null : `person-${Math.floor((at - 1) / 6)}`,
      parentId: next() < 0.03 ? 'person-1' : null,
      identities,
    })
  })
}

const attributes = ['field', 'office']

function policyWith(conditions: readonly Condition[][]): Policy {
  return {
    ...policyOf(
      [...attributes.map((id) => attributeRuleset(id)), ruleset('probe'), ruleset('group')],
      [
        rule('field rule', 'field.rules', {
          conditions: [profileIs('department', 'in', '["Sales","Support"]')],
        }),
        rule('office rule', 'office.rules', {
          conditions: [
            { type: 'attribute', resourceId: 'field', operator: 'not_equals' },
            profileIs('site', 'equals', 'lyon'),
          ],
        }),
        rule('probe rule', 'probe', {
          state: 'staged',
          conditions: [
            ...columnKeys.map(({ integrationId, profileKey }): Condition => ({
              type: 'identity',
              resourceId: integrationId,
              profileKey,
              operator: 'exists',
              value: null,
            })),
            ...attributes.map((resourceId): Condition => ({
              type: 'attribute',
              resourceId,
              operator: 'equals',
            })),
          ],
        }),
        ...conditions.map((each, at) => rule(`rule ${at}`, 'group', { conditions: each })),
      ],
    ),
    integrationOfAttribute: { field: 'idp', office: 'idp' },
  }
}

const columnKeys = keys.map((key) => {
  const [name = '', of] = key.split(':').toReversed()
  const integrationId = of ?? 'idp'
  return { integrationId, profileKey: name, isPrimary: integrationId === 'idp' }
})

function worldOf(people: readonly Person[]) {
  const source: SuggestSource = { policy: policyWith([]), rulesetId: 'probe', keys: columnKeys }
  const columns = columnsFor(source.policy)
  columns.putAll(people)
  return suggestWorld(source, columns, now)
}

/** Whom a managed ruleset with these rules would have, by the plain evaluator. */
function admitted(people: readonly Person[], rules: readonly Condition[][]): Set<string> {
  const { manifests } = evaluateWorld({ people, policy: policyWith(rules) }, now)
  return new Set(manifests.get('group')?.map(({ personId }) => personId))
}

function suggestFor(people: readonly Person[], members: ReadonlySet<string>) {
  const world = worldOf(people)
  const found = suggestRules(
    world,
    [...members].map((id) => world.people.indexOf(id)),
  )
  const idsOf = (list: Uint32Array) => [...list].map((at) => world.people.idAt(at)).sort()
  return { ...found, missing: idsOf(found.missing), extra: idsOf(found.extra) }
}

const is = profileIs
const reports = (resourceId: string): Condition => ({
  type: 'all_reports_of',
  resourceId,
  operator: 'equals',
})
const madeBy: readonly Condition[][][] = [
  [[is('department', 'equals', 'sales')]],
  [[is('department', 'equals', 'Finance'), is('type', 'equals', 'employee')]],
  [[is('skills', 'equals', 'law')], [reports('person-3')]],
  [[{ type: 'attribute', resourceId: 'office', operator: 'equals' }]],
  [[{ ...is('room', 'equals', 'red'), resourceId: 'chat' }, is('site', 'equals', 'Berlin')]],
]

test('whom the rules would miss and add is what the plain evaluator says of them', () => {
  let explained = 0
  fc.assert(
    fc.property(
      fc.record({
        size: fc.integer({ min: 5, max: 400 }),
        seed: fc.nat(10_000),
        made: fc.constantFrom(...madeBy),
        noise: fc.constantFrom(0, 0.05, 0.3),
      }),
      ({ size, seed, made, noise }) => {
        const people = company(size, seed)
        const next = random(seed + 1)
        const members = admitted(people, made)
        for (const { id } of people)
          if (next() < noise * 0.3) if (!members.delete(id)) members.add(id)
        const { rules, missing, extra } = suggestFor(people, members)
        assert.ok(rules.length <= mostRules)
        const all = rules.map(({ conditions }) => conditions)
        const inside = admitted(people, all)
        assert.deepEqual(missing, [...members.difference(inside)].sort())
        assert.deepEqual(extra, [...inside.difference(members)].sort())
        for (const { conditions, people: count, members: right } of rules) {
          assert.ok(conditions.length <= 3)
          const alone = admitted(people, [conditions])
          assert.deepEqual([count, right], [alone.size, alone.intersection(members).size])
        }
        explained += Number(rules.length > 0)
      },
    ),
    { numRuns: propertyRuns(200) },
  )
  assert.ok(explained > 50, `${explained} groups were explained`)
})

test('groups that a rule made are explained by it, or by one that means the same', () => {
  const people = company(1200, 1)
  for (const made of madeBy) {
    const members = admitted(people, made)
    const { rules, missing, extra } = suggestFor(people, members)
    assert.ok(rules.length > 0)
    assert.deepEqual([missing, extra], [[], []])
  }
})

test('a group of people drawn from everybody gets no rule, whatever its size', () => {
  const people = company(1000, 2)
  for (const size of [3, 5, 8, 20, 60, 200, 500, 900]) {
    const next = random(size)
    const drawn = people.toSorted(() => next() - 0.5).slice(0, size)
    const members = new Set(drawn.map(({ id }) => id))
    const { rules, missing, extra } = suggestFor(people, members)
    assert.deepEqual([rules, extra], [[], []], `of ${size}`)
    assert.equal(missing.length, size)
  }
})

test('strangers among the members are left outside', () => {
  const people = company(1200, 3)
  for (const made of madeBy) {
    const members = admitted(people, made)
    const before = suggestFor(people, members)
    const strangers = people
      .filter(
        ({ id, baseState }, at) => at % 29 === 0 && baseState === 'active' && !members.has(id),
      )
      .slice(0, Math.ceil(members.size / 20))
      .map(({ id }) => id)
    const after = suggestFor(people, members.union(new Set(strangers)))
    assert.equal(before.missing.length, 0)
    assert.deepEqual(after.missing, strangers.sort())
  }
})

test('a manager who is in the group of their reports has a rule of their own', () => {
  const always = { baseState: 'active' as const, deletedAt: null, expiresAt: null, parentId: null }
  const people = company(300, 4).map((each) => Object.assign(each, always))
  const members = new Set([
    'person-7',
    ...people.filter(({ managerId }) => managerId === 'person-7').map(({ id }) => id),
  ])
  const { rules, missing, extra } = suggestFor(people, members)
  assert.deepEqual(
    rules.map(({ conditions }) =>
      conditions.map(({ type, resourceId }) => `${type} ${resourceId}`),
    ),
    [['direct_reports_of person-7'], ['user person-7']],
  )
  assert.deepEqual([missing, extra], [[], []])
})

test('values that tell people apart, and dates, explain nothing', () => {
  const people = company(600, 5)
  const members = admitted(people, [[is('begins', 'equals', '2024-02-01')]])
  assert.ok(members.size > 100)
  assert.deepEqual(suggestFor(people, members).rules, [])
})
