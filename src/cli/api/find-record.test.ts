import assert from 'node:assert/strict'
import { test } from 'node:test'
import { createMuster } from '../../../sdk/src/index.ts'
import { findRecord } from './find-record.ts'
import type { Noun, NounRow } from '../nouns/noun.ts'
import { user } from '../nouns/directory-nouns.ts'

const muster = createMuster({ origin: 'http://127.0.0.1:9', retries: 0 })

function row(name: string, at: number): NounRow {
  const id = `drusr_${at}`
  return { id, names: [name], values: [name, null, 'active', id, []], record: {} }
}

/** People whose search finds these names, and whose filters find these addresses. */
function people(names: readonly string[], addresses: Record<string, string> = {}) {
  const asked: Record<string, string>[] = []
  const noun: Noun = {
    ...user,
    async *rows({ params: { query = {} } }) {
      asked.push(query)
      const search = query['filter[search]']?.toLowerCase()
      const certain = query['filter[email]'] ?? query['filter[username]']
      const whole = query['filter[full_name]']?.toLowerCase()
      for (const [at, name] of names.entries())
        if (
          (search === undefined || name.toLowerCase().includes(search)) &&
          (certain === undefined || name === addresses[certain]) &&
          (whole === undefined || name.toLowerCase() === whole)
        )
          yield row(name, at)
    },
  }
  return { noun, asked }
}
const crowd = Array.from({ length: 2000 }, (_, at) => `Ada Moreau ${at}`)

test('the only whole name is found, however many have it as a part', async () => {
  const { noun } = people([...crowd, 'Ada Moreau'])
  assert.equal((await findRecord(noun, muster, 'ada moreau')).id, 'drusr_2000')
  await assert.rejects(
    findRecord(noun, muster, 'Moreau'),
    /may be one of these; give an e-mail address or an id:\n(.*\n){11} {2}and 1991 more$/,
  )
})

test('the name in the same letters goes before others', async () => {
  const { noun } = people(['ADA', 'Ada', 'Àda'])
  assert.equal((await findRecord(noun, muster, 'Ada')).id, 'drusr_1')
  await assert.rejects(findRecord(noun, muster, 'ada'), /may be one of these/)
})

test('an address or a username is certain, and one with a comma is no filter', async () => {
  const { noun, asked } = people(['Ada', 'Ada Moreau'], { 'ada@acme.example': 'Ada Moreau' })
  assert.equal((await findRecord(noun, muster, 'ada@acme.example')).id, 'drusr_1')
  assert.equal(asked.length, 1)
  await assert.rejects(
    findRecord(noun, muster, 'Ada, Bob'),
    /^Error: No person is named Ada, Bob\./,
  )
  assert.deepEqual(Object.keys(asked.at(-1) ?? {}), ['filter[search]', 'page[size]'])
  await assert.rejects(findRecord(noun, muster, 'xy'), /at least 3 characters/)
})

test('a name that is too short for a search is found if it is the whole one', async () => {
  const { noun, asked } = people(['Lila', 'Li', '李明', 'Bo', 'bo'])
  assert.equal((await findRecord(noun, muster, 'li', { isWhole: true })).id, 'drusr_1')
  assert.equal((await findRecord(noun, muster, '李明')).id, 'drusr_2')
  assert.equal((await findRecord(noun, muster, 'Bo')).id, 'drusr_3')
  await assert.rejects(findRecord(noun, muster, 'BO'), /BO may be one of these/)
  await assert.rejects(
    findRecord(noun, muster, 'Lä'),
    /^Error: No person is named Lä\. A part of a name needs at least 3 characters\./,
  )
  assert.ok(asked.every((query) => query['filter[search]'] === undefined))
  // Without a filter for it the whole list is read.
  const naming = { names: [], search: 'filter[search]' }
  assert.equal((await findRecord({ ...noun, naming }, muster, 'li')).id, 'drusr_1')
})

test('what is changed needs its whole name', async () => {
  const { noun } = people(['Adam Winford', 'Ada'])
  assert.equal((await findRecord(noun, muster, 'winford')).id, 'drusr_0')
  await assert.rejects(
    findRecord(noun, muster, 'winford', { isWhole: true }),
    /winford may be one of these; give an e-mail address or an id:\n.*\n {2}Adam Winford/,
  )
  assert.equal((await findRecord(noun, muster, 'ada', { isWhole: true })).id, 'drusr_1')
})

test('an id is believed', async () => {
  const { noun, asked } = people([])
  assert.equal((await findRecord(noun, muster, 'drusr_x')).id, 'drusr_x')
  assert.equal(asked.length, 0)
})
