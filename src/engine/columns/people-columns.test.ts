import assert from 'node:assert/strict'
import { test } from 'node:test'
import { now, person, policyOf, profileIs, rule, ruleset } from '../facts-for-tests.ts'
import type { Condition, Person } from '../model.ts'
import { hasBit, type Bitmap } from './bitmap.ts'
import { columnsFor, PeopleColumns } from './people-columns.ts'
import { baseStates, columnOf, nobody } from './people-facts.ts'
import { peopleOf } from './postings.ts'

const keys = [
  { integrationId: 'idp', profileKey: 'team', isPrimary: true },
  { integrationId: 'chat', profileKey: 'team', isPrimary: false },
]
const states = ['active', 'staged', 'suspended', 'deactivated'] as const
const picked = <T>(at: number, ...choices: T[]) => choices[at % choices.length]

/** Somebody whose facts differ from those of their neighbours. */
function someone(at: number): Person {
  const account = (integrationId: string, isDeactivated: boolean) => ({
    integrationId,
    isDeactivated,
    profile: { team: `${integrationId} ${at}` },
  })
  return person(`p${at}`, {
    baseState: states[at % 4] ?? 'active',
    expiresAt: picked(at, now + at, null, now - at) ?? null,
    deletedAt: picked(at, null, null, now, null, null) ?? null,
    managerId: picked(at, null, `p${at + 40}`) ?? null,
    parentId: picked(at, null, null, `p${at + 3}`) ?? null,
    identities: picked(at, [], [account('idp', true)], [account('chat', at % 2 === 0)]) ?? [],
  })
}

/** What the columns say of a person, in the form of what was put. */
function heldOf(columns: PeopleColumns, id: string) {
  const at = columns.indexOf(id)
  const idOf = (index = nobody) => (index === nobody ? null : columns.idAt(index))
  const isIn = (bits: Bitmap | undefined) => bits !== undefined && hasBit(bits, at)
  return {
    baseState: baseStates[columns.baseStates[at] ?? -1],
    expiresAt: columns.expiresAt[at],
    isAlive: hasBit(columns.alive, at),
    managerId: idOf(columns.managers[at]),
    parentId: idOf(columns.parents[at]),
    identities: keys.filter(({ integrationId }) => isIn(columns.identities.get(integrationId))),
    isOnlyDeactivated: isIn(columns.onlyDeactivated.get('chat')),
    values: keys.map((key) =>
      columnOf(columns, key)
        .valuesOf(at)
        .map(({ text }) => text),
    ),
  }
}

function expectedOf({ identities, ...facts }: Person): ReturnType<typeof heldOf> {
  const [account] = identities
  const isDeactivated = account?.isDeactivated === true
  const key = keys.find(
    ({ integrationId, isPrimary }) =>
      integrationId === account?.integrationId && (isPrimary || !isDeactivated),
  )
  return {
    baseState: facts.baseState,
    expiresAt: facts.expiresAt ?? Infinity,
    isAlive: facts.deletedAt === null,
    managerId: facts.managerId,
    parentId: facts.parentId,
    identities: key === undefined ? [] : [key],
    isOnlyDeactivated: account?.integrationId === 'chat' && isDeactivated,
    values: keys.map((each) => (each === key ? [`${key.integrationId} ${facts.id.slice(1)}`] : [])),
  }
}

test('the facts of a person are held wherever in the columns they come', () => {
  for (let before = 0; before < 130; before++) {
    const columns = new PeopleColumns(keys, ['chat'])
    for (let other = 0; other < before; other++) columns.put(person(`other${other}`))
    const child = { ...someone(before), deletedAt: null, managerId: 'manager', parentId: 'parent' }
    columns.put(child)
    const expected = expectedOf(child)
    assert.deepEqual(heldOf(columns, child.id), expected, `after ${before}`)
    assert.notEqual(columns.indexOf('parent'), nobody)
    for (let other = 0; other < 130; other++) columns.put(person(`later${other}`))
    assert.deepEqual(heldOf(columns, child.id), expected, `after ${before}, and more came`)
  }
})

test('the facts of everybody are held as they were last put, while more people come', () => {
  const columns = new PeopleColumns(keys, ['chat'])
  const people = Array.from({ length: 200 }, (_, at) => someone(at))
  for (const [count, each] of people.entries()) {
    assert.equal(columns.put(each), columns.indexOf(each.id))
    if (![31, 32, 33, 63, 64, 65, 199].includes(count)) continue
    for (const known of people.slice(0, count + 1))
      assert.deepEqual(heldOf(columns, known.id), expectedOf(known), `${known.id} of ${count}`)
  }
  const changed = people.map(({ id }, at) => Object.assign(someone(at + 1), { id }))
  columns.putAll(changed)
  for (const each of changed) {
    const of = expectedOf({ ...each, id: `p${Number(each.id.slice(1)) + 1}` })
    assert.deepEqual(heldOf(columns, each.id), of, each.id)
  }
})

test('of who is removed nothing is left but the place, and who is unknown is passed over', () => {
  const columns = new PeopleColumns(keys, ['chat'])
  const identities = keys.map(({ integrationId }) => ({ integrationId, profile: { team: 'x' } }))
  const deactivated = [{ integrationId: 'chat', profile: {}, isDeactivated: true }]
  columns.put(person('p', { managerId: 'boss', parentId: 'human', identities }))
  columns.put(person('q', { identities: deactivated }))
  for (const id of ['p', 'q', 'unknown']) columns.remove(id)
  for (const id of ['p', 'q']) {
    const { isAlive, managerId, parentId, isOnlyDeactivated, ...held } = heldOf(columns, id)
    assert.deepEqual([isAlive, managerId, parentId, isOnlyDeactivated], [false, null, null, false])
    assert.deepEqual([held.identities, held.values], [[], [[], []]])
  }
  assert.equal(columns.size, 4)
  assert.equal(columns.indexOf('unknown'), nobody)
  assert.equal(columns.idAt(3), 'q')
  assert.throws(() => columns.idAt(4), /no person has the index 4/)
})

test('reports are kept until a manager changes or somebody comes', () => {
  const columns = new PeopleColumns([])
  const below = (id: string) => [...peopleOf(columns.reports(), columns.indexOf(id) + 1)]
  const child = columns.put(person('child', { managerId: 'a' }))
  const before = columns.reports()
  columns.put(person('child', { managerId: 'a', baseState: 'suspended' }))
  assert.equal(columns.reports(), before)
  assert.deepEqual(below('a'), [child])
  columns.put(person('child', { managerId: 'child' }))
  assert.deepEqual([below('a'), below('child')], [[], [child]])
  columns.put(person('late'))
  assert.deepEqual(below('late'), [])
  assert.equal(columns.reports().starts.length, columns.size + 2)
})

test('columns for a policy hold what its rules read, and for which negative conditions accounts matter', () => {
  const conditions: Condition[] = [
    profileIs('team', 'exists', null),
    { ...profileIs('team', 'exists', null), resourceId: 'chat' },
    { type: 'attribute', resourceId: 'a', operator: 'not_equals' },
  ]
  const policy = policyOf([ruleset('s')], [rule('r', 's', { conditions })])
  const columns = columnsFor({ ...policy, integrationOfAttribute: { a: 'hr' } })
  assert.deepEqual(columns.reads, keys)
  assert.deepEqual([...columns.onlyDeactivated.keys()], ['hr'])
  assert.equal(columns.covers(keys), true)
  const other = { integrationId: 'hr', profileKey: 'team', isPrimary: false }
  assert.equal(columns.covers([...keys, other]), false)
})
