import assert from 'node:assert/strict'
import { test } from 'node:test'
import { assertGrowsLinearly } from '../../../test/growth.ts'
import { changeMembers, type MemberStep } from './members.ts'

const people = (count: number) => Array.from({ length: count }, (_, at) => `m${at}`)

const changed = (...steps: MemberStep[]) => changeMembers(new Set(['a', 'b']), steps)

test('steps change the members one after the other', () => {
  const none = { added: [], removed: [] }
  assert.deepEqual(changed(), none)
  assert.deepEqual(changed({ kind: 'add', ids: ['c', 'c', 'a'] }), { ...none, added: ['c'] })
  assert.deepEqual(changed({ kind: 'add', ids: ['c'] }, { kind: 'remove', ids: ['c', 'x'] }), none)
  assert.deepEqual(changed({ kind: 'remove', ids: ['a'] }, { kind: 'add', ids: ['a'] }), none)
  assert.deepEqual(changed({ kind: 'replace', ids: ['b', 'c'] }), { added: ['c'], removed: ['a'] })
  assert.deepEqual(changed({ kind: 'add', ids: ['c'] }, { kind: 'replace', ids: [] }), {
    ...none,
    removed: ['a', 'b'],
  })
})

test('each step on a group costs what it changes, whatever the size of the group', async () => {
  const kinds = ['add', 'remove'] as const
  await assertGrowsLinearly(1000, (size) => {
    const before = new Set(people(20 * size))
    const steps = people(size).map((id, at) => ({ kind: kinds[at % 2] ?? 'add', ids: [id] }))
    changeMembers(before, steps)
  })
})
