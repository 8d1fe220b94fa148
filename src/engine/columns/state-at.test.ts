import assert from 'node:assert/strict'
import { test } from 'node:test'
import { isEligible } from '../effective-state.ts'
import { now, person } from '../facts-for-tests.ts'
import type { Person } from '../model.ts'
import { hasBit } from './bitmap.ts'
import { eligiblePeople } from './eligible-people.ts'
import { PeopleColumns } from './people-columns.ts'
import { isAwayAt, stateAt } from './state-at.ts'

const states = [
  [-1, 'expired', false],
  [0, 'expired', false],
  [1, 'expiring', true],
] as const

/** Columns with these people, and the index of the first. */
function put(subject: Person, others: readonly Person[] = []) {
  const columns = new PeopleColumns([])
  for (const other of others) columns.put(other)
  return { columns, at: columns.put(subject) }
}

for (const [after, state, isIn] of states) {
  const expiresAt = now + after

  test(`an end ${after} ms after now: ${state}`, () => {
    const subject = person('p', { expiresAt })
    const { columns, at } = put(subject)
    assert.equal(stateAt(columns, at, now), state)
    assert.equal(isAwayAt(columns, at, now), !isIn)
    assert.equal(hasBit(eligiblePeople(columns, now), at), isIn)
    assert.equal(isEligible(subject, null, now), isIn)
  })

  test(`a parent's end ${after} ms after now ${isIn ? 'leaves' : 'takes'} a secondary user`, () => {
    const parent = person('parent', { expiresAt })
    const { columns, at } = put(person('child', { parentId: 'parent' }), [parent])
    assert.equal(hasBit(eligiblePeople(columns, now), at), isIn)
  })
}
