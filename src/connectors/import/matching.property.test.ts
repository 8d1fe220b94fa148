import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { importWorlds, okta, type ImportWorld } from '../../../test/import-world.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'
import { emptyModel, runModel, type Model, type Row } from '../../../test/matching-model.ts'

const importWorld = await importWorlds()

const row: fc.Arbitrary<Row> = fc.record({
  id: fc.constantFrom('a', 'b', 'c', 'd', 'e'),
  name: fc.constantFrom('Ann Lee', 'Lee ANN', 'Ann Fox', 'Bob Ray', ''),
  email: fc.constantFrom('x@example.com', 'y@example.com', 'z@example.com', null),
  number: fc.constantFrom('N-71', 'N-72', '0N', 'EXT', '0', null),
  hasEnded: fc.boolean(),
})
// A row with neither is refused.
const readRow = row.filter(({ name, email }) => name !== '' || email !== null)
const run = fc.record({
  rows: fc.uniqueArray(readRow, { minLength: 1, maxLength: 4, selector: ({ id }) => id }),
  isComplete: fc.boolean(),
})

test('after any runs, accounts have the people that the definition gives them, whatever the order of rows', async () => {
  const seen = { linked: 0, waiting: 0, created: 0 }
  const property = fc.asyncProperty(
    fc.array(run, { minLength: 2, maxLength: 4 }),
    fc.boolean(),
    async (runs, isReversed) => {
      const world = await importWorld({ employeeIdProfileKey: 'number' })
      let model: Model = emptyModel
      for (const { rows, isComplete } of runs) {
        model = runModel(model, rows, isComplete)
        const records = (isReversed ? rows.toReversed() : rows).map(recordOf)
        await world.load('okta', records, { isComplete })
        const shown = await partitionOf(world)
        assert.deepEqual(shown, partitionOfModel(model))
      }
      for (const each of await world.query<{ linked_by: string | null }>(
        'select linked_by from identity',
      )) {
        if (each.linked_by === null) seen.waiting += 1
        else if (each.linked_by === 'created') seen.created += 1
        else seen.linked += 1
      }
    },
  )
  await holdsWithMatter(property, {
    runs: 10,
    isEnough: () => seen.linked > 10 && seen.waiting > 5 && seen.created > 20,
    told: () => JSON.stringify(seen),
  })
})

function recordOf({ id, name, email, number, hasEnded }: Row) {
  const [firstName = '', lastName = ''] = name.split(' ')
  const profile = { firstName, lastName, ...(number !== null && { number }) }
  return okta(id, { email, profile, status: hasEnded ? 'DEPROVISIONED' : 'ACTIVE' })
}

/** Which accounts have one person, and which wait for whom, by vendor ids. */
async function partitionOf({ query }: ImportWorld) {
  const people = await query<{ ids: string[] }>(
    `select array_agg(vendor_id order by vendor_id) as ids from identity where directory_user_id is not null
     group by directory_user_id order by 1`,
  )
  const waiting = await query<{ id: string }>(
    `select distinct i.vendor_id as id from identity i join identity_candidate c on c.identity_id = i.id order by 1`,
  )
  return { people: people.map(({ ids }) => ids), waiting: waiting.map(({ id }) => id) }
}

function partitionOfModel({ accounts }: Model) {
  const people = Map.groupBy(
    accounts.filter(({ person }) => person !== null),
    ({ person }) => person,
  )
  return {
    people: [...people.values()]
      .map((of) => of.map(({ id }) => id).sort())
      .sort((one, other) => (one.join() < other.join() ? -1 : 1)),
    waiting: accounts
      .filter(({ person, hasEnded }) => person === null && !hasEnded)
      .map(({ id }) => id)
      .sort(),
  }
}
