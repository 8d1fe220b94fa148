import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { importWorlds } from '../../../test/import-world.ts'
import { propertyRuns } from '../../../test/property-runs.ts'
import { integrationDefaults } from '../vendors.ts'

const importWorld = await importWorlds()
const { mapping: okta } = integrationDefaults('idp', 'okta')
const state = { ...okta.account.state, first_day: ['profile.first'], ended_at: ['profile.last'] }
const mapping = { ...okta, account: { ...okta.account, state } }

type Row = {
  first: number | null
  last: number | null
  status: 'ACTIVE' | 'SUSPENDED' | 'DEPROVISIONED'
}

const dateIn = (days: number | null) =>
  days === null ? '' : new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** The definition, read aloud. Days away from today decide alike in every time zone of a day. */
function placeOf({ first, last, status }: Row): number[] {
  const end = last !== null && first !== null && last < first ? null : last
  const phase =
    status === 'DEPROVISIONED' || (end !== null && end < 0)
      ? 2
      : Number(first !== null && first > 0)
  return [phase, phase === 2 || status === 'ACTIVE' ? 0 : 1, first === null ? Infinity : -first]
}

function compare(one: Row, other: Row): number {
  const [first, second] = [placeOf(one), placeOf(other)]
  const at = first.findIndex((value, index) => value !== second[index])
  return at < 0 ? 0 : (first[at] ?? 0) < (second[at] ?? 0) ? -1 : 1
}

const day = fc.option(fc.constantFrom(-20, -10, -5, 5, 10, 20))
const rows = fc.array(
  fc.record<Row>({
    first: day,
    last: day,
    status: fc.constantFrom('ACTIVE', 'SUSPENDED', 'DEPROVISIONED'),
  }),
  { minLength: 2, maxLength: 6 },
)

test('of the rows of one account the same counts, whatever their order', async () => {
  await fc.assert(
    fc.asyncProperty(rows, async (given) => {
      const { load, query } = await importWorld({ mapping })
      await load(
        'okta',
        given.map(({ first, last, status }, at) => ({
          id: 'ada',
          status,
          profile: {
            login: 'ada',
            firstName: 'Ada',
            title: `row ${at}`,
            first: dateIn(first),
            last: dateIn(last),
          },
        })),
      )
      const [found] = await query<{ title: string }>(
        `select profile ->> 'title' as title from identity`,
      )
      const indexed = given.map((row, at) => ({ row, at }))
      const [expected] = indexed.toSorted((a, b) => compare(a.row, b.row) || a.at - b.at)
      assert.equal(found?.title, `row ${expected?.at}`)
    }),
    { numRuns: propertyRuns(12) },
  )
})
