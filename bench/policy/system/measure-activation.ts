import { setTimeout as sleep } from 'node:timers/promises'
import type { Client } from 'pg'
import { encodeId } from '../../../src/contract/ids.ts'
import { count, timed, type Findings } from '../../figures.ts'
import { idIn } from '../../api.ts'
import type { System } from './measure-patch.ts'

/** Activates a rule that about half of the people meet, in a ruleset whose manifest is still empty. */
export async function measureActivation({ people, api, owner }: System): Promise<Findings> {
  const ruleset = await makeRuleset(owner)
  const path = `/policy/rulesets/${encodeId('ruleset', ruleset)}`
  const rule = idIn(await api.call('POST', `${path}/rules`, halfOfThePeople))
  const { took } = await timed(async () =>
    untilApplied(api, await api.call('POST', `/policy/rules/${rule}/activate`)),
  )
  const moved = await countManifest(owner, ruleset)
  const share = ((moved / people) * 100).toFixed(0)
  const what = 'activate a rule'
  const detail = `${count(moved)} people enter, ${share} % of all; until it is in force, in one transaction`
  return {
    lines: [
      { what, side: 'Muster', value: took / 1000, unit: 's', detail },
      {
        what,
        side: 'Muster',
        value: moved / (took / 1000),
        unit: 'rows/s',
        detail: 'rows of the manifest, each with its audit row and qualification',
      },
    ],
    notes: [],
  }
}

/** A change that is too large for a request is done by a job; the answer is its plan. */
async function untilApplied(api: System['api'], answer: { id: string; state: string }) {
  for (let plan = answer; plan.state === 'applying'; await sleep(50))
    plan = await api.call('GET', `/policy/plans/${plan.id}`)
}

/** The badge of nine people in sixteen begins so, and some of them have left. */
const halfOfThePeople = {
  role: 'member',
  conditions: [
    {
      type: 'identity',
      profile_key: 'badgeId',
      profile_operator: 'matches',
      profile_value: 'b-[0-8].*',
    },
  ],
}

/** A managed ruleset of a resource that has no policy yet; its manifest is empty. */
export async function makeRuleset(owner: Client): Promise<string> {
  const { rows } = await owner.query<{ id: string }>(
    `insert into ruleset (type, resource_id, state)
     select o.type, o.id, 'managed' from resource o
     join policy_role p on p.resource_type = o.type and p.handle = $1
     where not exists (select from ruleset s where s.resource_id = o.id)
     order by o.id limit 1 returning id`,
    [halfOfThePeople.role],
  )
  const [row] = rows
  if (row === undefined) throw new Error('there is a policy about everything already')
  return row.id
}

async function countManifest(owner: Client, ruleset: string): Promise<number> {
  const { rows } = await owner.query<{ people: number }>(
    'select count(*)::integer as people from policy_user where ruleset_id = $1 and deleted_at is null',
    [ruleset],
  )
  return rows[0]?.people ?? 0
}
