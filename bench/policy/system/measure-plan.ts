import { setTimeout as sleep } from 'node:timers/promises'
import { encodeId } from '../../../src/contract/ids.ts'
import { connectDatabase } from '../../../src/database/connect-database.ts'
import { median, timed, count, type Findings } from '../../figures.ts'
import { evaluateEverybody } from '../../import/effect.ts'
import { makeRuleset } from './measure-activation.ts'
import type { System } from './measure-patch.ts'

const rounds = 5

type Plan = { id: string; state: string; totals: { people: number } | null }

/** A plan of a rule about the largest department, beside an evaluation of everybody: facts read, verdicts found. */
export async function measurePlan(system: System & { databaseUrl: string }): Promise<Findings> {
  const { people, owner } = system
  const ruleset = encodeId('ruleset', await makeRuleset(owner))
  const { rows } = await owner.query<{ value: string }>(
    `select c.profile_value as value from condition c join qualification q on q.rule_id = c.rule_id
     where c.profile_key = 'department' and c.profile_operator = 'equals' group by 1 order by count(*) desc limit 1`,
  )
  const database = await connectDatabase({
    connection: { url: system.databaseUrl },
    poolSize: 2,
  })
  const [plans, evaluations]: [number[], number[]] = [[], []]
  let moved = 0
  try {
    for (let round = 0; round < rounds; round += 1) {
      const planned = await timed(() => planRule(system, ruleset, rows[0]?.value ?? ''))
      moved = planned.given.totals?.people ?? 0
      plans.push(planned.took / 1000)
      evaluations.push((await timed(() => evaluateEverybody(database))).took / 1000)
      // A caller's heavy requests may take a fifth of the time.
      await sleep(planned.took * 4)
    }
  } finally {
    await database.close()
  }
  const what = 'plan a rule'
  const ratios = plans.map((each, at) => each / (evaluations[at] ?? Number.NaN))
  return {
    lines: [
      {
        what,
        side: 'Muster',
        value: median(plans),
        unit: 's',
        detail: `${count(moved)} of ${count(people)} people would enter`,
        ratios,
      },
      { what, side: 'everybody read and evaluated', value: median(evaluations), unit: 's' },
      {
        what: '  its time',
        side: 'Muster',
        value: median(plans),
        unit: 's',
        budget: { atMost: 1.5 },
      },
    ],
    notes: [],
  }
}

async function planRule({ api }: System, ruleset: string, department: string): Promise<Plan> {
  const condition = { type: 'identity', profile_key: 'department', profile_operator: 'equals' }
  const conditions = [{ ...condition, profile_value: department }]
  const operations = [
    { op: 'create_rule', ref: 'new', ruleset_id: ruleset, role: 'member', conditions },
    { op: 'activate_rule', rule_id: '$new' },
  ]
  let plan = await api.call<Plan>('POST', '/policy/plans', { operations })
  for (; plan.state === 'planning'; await sleep(20))
    plan = await api.call<Plan>('GET', `/policy/plans/${plan.id}`)
  return plan
}
