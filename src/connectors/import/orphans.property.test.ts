import assert from 'node:assert/strict'
import { test } from 'node:test'
import * as fc from 'fast-check'
import { gitlab, importWorlds, okta, slack, type ImportWorld } from '../../../test/import-world.ts'
import { holdsWithMatter } from '../../../test/property-runs.ts'

const importWorld = await importWorlds()

const names = ['ada', 'bob', 'cyd'] as const
const name = fc.constantFrom(...names)
const addressOf = (who: string) => `${who}@example.com`

const account = fc.record({
  id: fc.constantFrom(1, 2, 3, 4),
  email: name,
  hasEnded: fc.boolean(),
  isComplete: fc.boolean(),
})
const step = fc.oneof(
  {
    weight: 3,
    arbitrary: fc.record({
      source: fc.constantFrom('okta' as const, 'slack' as const, 'gitlab' as const),
      account,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      who: name,
      change: fc.constantFrom(
        `email = 'ada@example.com'`,
        `deleted_at = now(), base_state = 'deactivated'`,
        `deleted_at = null`,
        `base_state = 'deactivated'`,
        `base_state = 'active'`,
      ),
    }),
  },
  { weight: 1, arbitrary: fc.record({ added: name }) },
)
type Step = typeof step extends fc.Arbitrary<infer T> ? T : never

test('after any changes, a run of the primary leaves no account of no one that it would match if it tried all', async () => {
  let orphans = 0
  let suggested = 0
  const property = fc.asyncProperty(
    fc.array(step, { minLength: 4, maxLength: 10 }),
    async (steps) => {
      const world = await importWorld()
      for (const each of steps) await act(world, each)
      await world.load('okta', [okta('last')])
      const rows = await world.query<{ has: string | null; due: string | null; links: boolean }>(
        matches,
      )
      orphans += rows.length
      for (const { has, due, links } of rows) {
        assert.equal(has, due)
        assert.equal(links, false)
        if (due !== null) suggested += 1
      }
    },
  )
  await holdsWithMatter(property, {
    runs: 12,
    isEnough: () => suggested > 10 && orphans > suggested,
    told: () => `${orphans} orphans, ${suggested} with a suggestion`,
  })
})

/** Each account of no one at a source that is not the primary: its suggestion, the one that is due, and whether a link is. */
const matches = `
  select i.suggested_directory_user_id as has, n.trusts_email and b.live = 1 and not b.is_in_review and not exists (
      select from identity o join integration p on p.id = o.integration_id and p.is_primary
      where o.email_key = i.email_key and o.directory_user_id is null) as links,
    case when b.total = 1 then b.anyone when b.live = 1 then b.alive end as due
  from identity i join integration n on n.id = i.integration_id and not n.is_primary
  cross join lateral (
    select count(*) as total, count(*) filter (where u.state <> 'deactivated') as live,
      (array_agg(u.id))[1] as anyone, (array_agg(u.id) filter (where u.state <> 'deactivated'))[1] as alive,
      coalesce(bool_or(u.review_reason is not null) filter (where u.state <> 'deactivated'), false) as is_in_review
    from directory_user u where u.email_key = i.email_key and u.deleted_at is null) b
  where i.directory_user_id is null`

async function act({ load, query }: ImportWorld, each: Step): Promise<void> {
  if ('added' in each)
    await query(`insert into directory_user (base_state, email) values ('active', $1)`, [
      addressOf(each.added),
    ])
  else if ('who' in each)
    await query(`update directory_user set ${each.change} where email = $1`, [addressOf(each.who)])
  else {
    const { source, account: of } = each
    const [email, state] = [addressOf(of.email), of.hasEnded ? 'DEPROVISIONED' : 'ACTIVE']
    const records = {
      okta: okta(`O${of.id}`, { email, status: state }),
      slack: slack(`S${of.id}`, email, of.hasEnded),
      gitlab: gitlab(of.id, email),
    }
    await load(source, [records[source]], { isComplete: of.isComplete })
  }
}
