import assert from 'node:assert/strict'
import { test } from 'node:test'
import { ImportRefused } from '../records/record-source.ts'
import { membersOf } from './nested-members.ts'

/** Each group contains the next one, and a person. */
const chain = (size: number) =>
  new Map(
    Array.from({ length: size }, (_, at) => {
      const group = { people: [`p${at}`], others: [`g${at + 1}`] }
      return [`g${at}`, group] as const
    }),
  )

test('groups in groups have the people of those inside, and a cycle ends', async () => {
  const groups = chain(3).set('g2', { people: ['p2'], others: ['g0', 'gone'] })
  const found = await Array.fromAsync(membersOf(groups))
  assert.deepEqual(
    found.map(({ members, outside }) => [members.toSorted(), outside]),
    Array.from({ length: 3 }, () => [['p0', 'p1', 'p2'], 1]),
  )
})

test('other work has its turns while the members of many groups in groups are found', async () => {
  let turns = 0
  const timer = setInterval(() => (turns += 1), 1)
  for await (const _ of membersOf(chain(1000)));
  clearInterval(timer)
  assert.ok(turns > 5, `${turns} turns`)
})

test('groups of a directory that have too many members together are refused', async () => {
  await assert.rejects(Array.fromAsync(membersOf(chain(100), 1000)), ImportRefused)
})
