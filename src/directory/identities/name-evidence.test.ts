import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { testDatabase } from '../../../test/harness.ts'

const { query } = await testDatabase()

const latin = ['Ada', 'ada', 'ADA', 'Ümit', 'U\u0308mit', 'Strauß', 'O’Neil', "d'", 'St.', '-', '.']
const others = [
  '秀英',
  '赵',
  'さくら',
  'Ирина',
  'ΣΑΣ',
  '\u0301',
  '\u0345',
  '🙂',
  '42',
  'x1',
  ' ',
  '\t',
]
const piece = fc.constantFrom(...latin, ...others, 'ada.li')
const name = fc.array(piece, { maxLength: 3 }).map((parts) => parts.join(' '))
const glued = fc.array(piece, { maxLength: 2 }).map((parts) => parts.join(''))
const account = fc.tuple(fc.oneof(name, glued), fc.oneof(name, glued), name, glued, glued)

test('what a name says at a quick look is what it says at a closer one', async () => {
  const accounts = fc.sample(account, { numRuns: 20_000, seed: 7 })
  const rows = await query(
    `select name_evidence(f, l, n, h, e) as quick, doubtful_name_evidence(f, l, n, h, e) as closer, f, l, n, h, e
     from unnest($1::text[], $2::text[], $3::text[], $4::text[], $5::text[]) as a (f, l, n, h, e)
     where name_evidence(f, l, n, h, e) is distinct from doubtful_name_evidence(f, l, n, h, e)`,
    [0, 1, 2, 3, 4].map((at) => accounts.map((each) => each[at])),
  )
  assert.deepEqual(rows.slice(0, 5), [])
})
