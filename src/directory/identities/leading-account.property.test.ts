import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { importWorlds, okta } from '../../../test/import-world.ts'
import { propertyRuns } from '../../../test/property-runs.ts'

const importWorld = await importWorlds()

type Status = 'ACTIVE' | 'SUSPENDED' | 'STAGED' | 'DEPROVISIONED'
type Account = { id: string; state: 'staged' | 'active' | 'suspended' | 'deactivated' }

const ids = ['a', 'b', 'c']

/** A world with one person who has these accounts at the primary, each of them active. */
async function personWith(accounts: readonly string[]) {
  const { query, load } = await importWorld()
  await load(
    'okta',
    accounts.map((id) => okta(id)),
  )
  // The person of the first account has all; those of the others have none.
  await query(
    `with one as (select directory_user_id as id from identity where vendor_id = $1)
    update identity set directory_user_id = one.id from one`,
    [accounts[0]],
  )
  await query(`update directory_user u set primary_identity_id = null, deleted_at = now(), base_state = 'deactivated'
    where not exists (select from identity i where i.directory_user_id = u.id)`)
  const person = async () => {
    const [found] = await query<{
      state: string
      leading: string
      first_name: string
      isDated: boolean
    }>(
      `select u.state, i.vendor_id as leading, u.first_name, u.deprovisioned_at is not null as "isDated"
       from directory_user u join identity i on i.id = u.primary_identity_id where u.deleted_at is null`,
    )
    assert.ok(found)
    return found
  }
  return { query, load, person }
}

const rank = { active: 0, staged: 1, suspended: 1, deactivated: 2 }

/** The definition, read aloud: not ended before ended, active before suspended, then the one that led before, then by id. */
function leaderOf(accounts: readonly Account[], before: string): Account {
  const [first] = accounts.toSorted(
    (a, b) =>
      rank[a.state] - rank[b.state] ||
      Number(b.id === before) - Number(a.id === before) ||
      (a.id < b.id ? -1 : 1),
  )
  assert.ok(first)
  return first
}

function turned({ state }: Account, status: Status): Account['state'] {
  if (status === 'ACTIVE') return 'active'
  if (status === 'DEPROVISIONED') return 'deactivated'
  const isNew = status === 'STAGED' && (state === 'staged' || state === 'deactivated')
  return isNew ? 'staged' : 'suspended'
}

type Base = { state: Account['state']; setBy: 'source' | 'administrator'; isDated: boolean }

/** What an administrator set lasts until what leads turns away: it ends, or is suspended while the administrator has them active. */
function followed(base: Base, before: Account['state'], now: Account['state']): Base {
  const ends = now === 'deactivated' && before !== 'deactivated'
  const pauses = now === 'suspended' && (before === 'active' || before === 'staged')
  const isAway = base.state === 'active' && (ends || pauses)
  const stays = base.setBy === 'administrator' && !isAway
  const state = !stays ? now : ends ? 'deactivated' : base.state
  const isDated = state === 'deactivated' && (base.state !== 'deactivated' || ends || base.isDated)
  return { state, setBy: stays ? 'administrator' : 'source', isDated }
}

const run = fc.record({
  /** What an administrator does before the run, if anything. */
  set: fc.option(fc.constantFrom('active', 'suspended', 'deactivated'), { freq: 3 }),
  rows: fc.shuffledSubarray(ids, { minLength: 1 }),
  statuses: fc.array(fc.constantFrom<Status>('ACTIVE', 'SUSPENDED', 'STAGED', 'DEPROVISIONED'), {
    minLength: ids.length,
    maxLength: ids.length,
  }),
})

test('state and names come from the leading account, whatever the order of runs and rows', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(run, { minLength: 1, maxLength: 5 }), async (runs) => {
      const { load, person, query } = await personWith(ids)
      let accounts = ids.map((id): Account => ({ id, state: 'active' }))
      let leading = 'a'
      let base: Base = { state: 'active', setBy: 'source', isDated: false }
      for (const { set, rows, statuses } of runs) {
        if (set !== null) {
          await query(
            `update directory_user set base_state = $1, base_state_set_by = 'administrator',
              deprovisioned_at = case when $1 = 'deactivated' then deprovisioned_at end where deleted_at is null`,
            [set],
          )
          base = {
            state: set,
            setBy: 'administrator',
            isDated: set === 'deactivated' && base.isDated,
          }
        }
        const before = accounts.find(({ id }) => id === leading)?.state ?? 'active'
        const statusOf = new Map(ids.map((id, at) => [id, statuses[at] ?? 'ACTIVE']))
        await load(
          'okta',
          rows.map((id) => okta(id, { status: statusOf.get(id) ?? 'ACTIVE' })),
        )
        accounts = accounts.map((account) =>
          rows.includes(account.id)
            ? { ...account, state: turned(account, statusOf.get(account.id) ?? 'ACTIVE') }
            : account,
        )
        const { id, state } = leaderOf(accounts, leading)
        leading = id
        base = followed(base, before, state)
        assert.deepEqual(await person(), {
          state: base.state,
          leading,
          first_name: `First ${id}`,
          isDated: base.isDated,
        })
      }
    }),
    { numRuns: propertyRuns(15) },
  )
})
