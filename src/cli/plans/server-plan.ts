import { planIdOf, type Body, type Muster, type paths } from '../../../sdk/src/index.ts'
import { findingsOfWhole } from '../../contract/states.ts'
import { describeLimit } from '../../policy/limits/describe-exceeded.ts'
import { noTotals } from '../../policy/plans/effect.ts'
import { peopleOf } from './describe-effects.ts'
import type { DescribedFolderPlan } from './describe-folder-plan.ts'
import { CommandFailed } from '../output/output.ts'
import { poll } from '../output/poll.ts'
import { bar, showWork } from '../output/progress.ts'
import { readUpTo } from '../output/read-up-to.ts'

/** A plan that a server keeps. */
export type ServerPlan = Body<'get', '/policy/plans/{plan}'>
export type NewPlan = NonNullable<
  paths['/policy/plans']['post']['requestBody']
>['content']['application/json']

/** Plans operations, or policy files, with the rights of the token. */
export async function planChange(body: NewPlan, muster: Muster): Promise<ServerPlan> {
  return untilDone(muster, await muster.post('/policy/plans', { body }))
}

export async function readPlan(id: string, muster: Muster): Promise<ServerPlan> {
  return untilDone(muster, await muster.get('/policy/plans/{plan}', pathOf(id)))
}

/** The plan of a change that was only planned. */
export async function plannedAt(location: string | null, muster: Muster): Promise<ServerPlan> {
  const id = planIdOf(location)
  if (id === undefined) throw new CommandFailed('The server sent no plan, and nothing was changed.')
  return readPlan(id, muster)
}

/** Applies a plan, and waits for its job. Fails with the reason where it is not applied. */
export async function applyOnServer(id: string, muster: Muster): Promise<ServerPlan> {
  const done = await untilDone(muster, await muster.post('/policy/plans/{plan}/apply', pathOf(id)))
  if (done.state === 'applied') return done
  const { state, failure, replaced_by_id: next } = done
  const instead = next === null ? '' : `\nTo see its effect now, run: muster plan show ${next}`
  throw new CommandFailed(`Nothing was applied: the plan is ${state}. ${failure ?? ''}${instead}`)
}

const pathOf = (plan: string) => ({ params: { path: { plan } } })

async function untilDone(muster: Muster, plan: ServerPlan): Promise<ServerPlan> {
  const found = await showWork(`The server works on ${plan.id}`, (report) =>
    poll(plan, {
      isOver: ({ state }) => state !== 'planning' && state !== 'applying',
      read: ({ id }) => muster.get('/policy/plans/{plan}', pathOf(id)),
      onRead: ({ progress: { rows_done: done, rows_total: total } }) =>
        report(total === null ? `${done} rows` : bar(done, total)),
    }),
  )
  if (plan.state === 'planning' && found.state === 'failed')
    throw new CommandFailed(`The plan failed: ${found.failure ?? ''}`)
  return found
}

/** How a plan of a server is described: like one that was worked out here, with operations in place of differing lines. */
export async function describedPlan(
  plan: ServerPlan,
  muster: Muster,
): Promise<DescribedFolderPlan> {
  const params = { path: { plan: plan.id }, query: { 'page[size]': '500' } }
  const list = muster.list('/policy/plans/{plan}/effects', { params })
  const { rows: effects } = await readUpTo(list, Infinity, 'Reading the plan')
  const titleOf = ({ type, name }: ServerPlan['rulesets'][number]) => `${type} ${name}`
  const nameOf = (id: string | null) => {
    const named = id === null ? undefined : plan.rulesets.find((each) => each.ruleset_id === id)
    return named && titleOf(named)
  }
  return {
    id: plan.id,
    has_changes: plan.operations.length > 0,
    totals: plan.totals ?? { people: 0, ...noTotals() },
    settings: { file: null, diff: [] },
    resources: plan.rulesets.map((ruleset) => ({
      resource: titleOf(ruleset),
      name: '',
      file: '',
      is_new: ruleset.ruleset_id === null,
      totals: ruleset.totals,
      added_members: ruleset.added_members,
      diff: [],
      people: peopleOf(effects.filter((each) => each.ruleset_key === ruleset.ruleset_key)),
    })),
    operations: plan.operations,
    exceeds: plan.exceeds.map(({ ruleset_id: id, ...each }) =>
      describeLimit({ ...each, rulesetId: id }, nameOf),
    ),
    findings: plan.findings.flatMap(({ kind, ruleset_id: id, message }) => {
      if (kind === 'test_failed') return []
      return findingsOfWhole.some((each) => each === kind)
        ? message
        : `${nameOf(id) ?? 'a new ruleset'}: ${message}`
    }),
    failed_tests: plan.findings.flatMap(({ kind, message }) =>
      kind === 'test_failed' ? message : [],
    ),
    not_in_folder: [],
    not_reverted: plan.not_reverted.map(
      ({ event, record_id: id, reason }) => `${id ?? event}: ${reason}`,
    ),
  }
}
