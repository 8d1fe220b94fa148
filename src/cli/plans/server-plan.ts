import { planIdOf, type Body, type Muster, type RowOf, type paths } from '../../../sdk/src/index.ts'
import { FolderError } from '../../policy-as-code/folder-error.ts'
import { yamlFiles } from '../../policy-as-code/yaml-files.ts'
import { decodeId } from '../../contract/ids.ts'
import { findingsOfWhole } from '../../contract/states.ts'
import type { Exceeded } from '../../policy/limits/counting.ts'
import { describeLimit } from '../../policy/limits/describe-exceeded.ts'
import type { SentFile } from '../../policy/plans/plan-of-files.ts'
import { peopleOf } from './describe-effects.ts'
import type { DescribedFolderPlan } from './describe-folder-plan.ts'
import { CommandFailed } from '../output/output.ts'
import { poll } from '../output/poll.ts'
import { bar, showWork } from '../output/progress.ts'
import { readUpTo } from '../output/read-up-to.ts'

/** A plan that a server keeps. */
export type ServerPlan = Body<'get', '/policy/plans/{plan}'>
type Effect = RowOf<'/policy/plans/{plan}/effects'>
export type NewPlan = NonNullable<
  paths['/policy/plans']['post']['requestBody']
>['content']['application/json']

/** Plans operations, or policy files, with the rights of the token. */
export async function planChange(body: NewPlan, muster: Muster): Promise<ServerPlan> {
  return untilDone(muster, await muster.post('/policy/plans', { body }))
}

/** Sends policy files to a server, which plans what they say with the rights of the token. */
export async function planOnServer(path: string, muster: Muster): Promise<ServerPlan> {
  return planChange({ files: await filesToSend(path) }, muster)
}

/** The files of a folder, for a server. Throws {@link FolderError}. */
export async function filesToSend(path: string): Promise<SentFile[]> {
  const files = await yamlFiles(path)
  const faults = files.flatMap(([file, content]) =>
    typeof content === 'string'
      ? []
      : [{ file, line: 1, column: 1, path: '', message: content.fault }],
  )
  if (files.length === 0)
    faults.push({
      file: path,
      line: 1,
      column: 1,
      path: '',
      message: 'there is no .yaml file in this folder',
    })
  if (faults.length > 0) throw new FolderError(faults)
  return files.flatMap(([name, text]) => (typeof text === 'string' ? [{ path: name, text }] : []))
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
  const instead =
    done.replaced_by_id === null
      ? ''
      : `\nTo see its effect now, run: muster plan show ${done.replaced_by_id}`
  throw new CommandFailed(
    `Nothing was applied: the plan is ${done.state}. ${done.failure ?? ''}${instead}`,
  )
}

const pathOf = (plan: string) => ({ params: { path: { plan } } })

async function untilDone(muster: Muster, plan: ServerPlan): Promise<ServerPlan> {
  const found = await showWork(`The server works on ${plan.id}`, (report) =>
    poll(plan, {
      isOver: (last) => !isAtWork(last),
      read: ({ id }) => muster.get('/policy/plans/{plan}', pathOf(id)),
      onRead: ({ progress: { rows_done: done, rows_total: total } }) =>
        report(total === null ? `${done} rows` : bar(done, total)),
    }),
  )
  if (plan.state === 'planning' && found.state === 'failed')
    throw new CommandFailed(`The plan failed: ${found.failure ?? ''}`)
  return found
}

function isAtWork({ state }: ServerPlan): boolean {
  return state === 'planning' || state === 'applying'
}

/** How a plan of a server is described: like one that was worked out here, with operations in place of differing lines. */
export async function describedPlan(
  plan: ServerPlan,
  muster: Muster,
): Promise<DescribedFolderPlan> {
  const params = { path: { plan: plan.id }, query: { 'page[size]': '500' } }
  const list = muster.list('/policy/plans/{plan}/effects', { params })
  const { rows: effects }: { rows: Effect[] } = await readUpTo(list, Infinity, 'Reading the plan')
  const names = new Map(
    plan.rulesets.flatMap(({ ruleset_id: id, name, type }) =>
      id === null ? [] : [[id, `${type} ${name}`] as const],
    ),
  )
  const nameOf = (id: string | null) => names.get(id ?? '')
  const of = ({ ruleset_key: key }: Pick<Effect, 'ruleset_key'>) =>
    effects.filter((effect) => effect.ruleset_key === key)
  return {
    id: plan.id,
    has_changes: plan.operations.length > 0,
    totals: plan.totals ?? noTotals,
    settings: { file: null, diff: [] },
    resources: plan.rulesets.map((ruleset) => ({
      resource: `${ruleset.type} ${ruleset.name}`,
      name: '',
      file: '',
      is_new: ruleset.ruleset_id === null,
      totals: ruleset.totals,
      diff: [],
      people: peopleOf(of(ruleset)),
    })),
    operations: plan.operations,
    exceeds: plan.exceeds.map((each) => {
      const exceeded: Exceeded = {
        ...each,
        rulesetId: each.ruleset_id && (decodeId('ruleset', each.ruleset_id) ?? null),
      }
      return describeLimit(exceeded, () => nameOf(each.ruleset_id))
    }),
    findings: plan.findings.flatMap(({ kind, ruleset_id: id, message }) => {
      if (kind === 'test_failed') return []
      return isOfWhole(kind) ? message : `${nameOf(id) ?? 'a new ruleset'}: ${message}`
    }),
    failed_tests: plan.findings.flatMap(({ kind, message }) =>
      kind === 'test_failed' ? message : [],
    ),
    not_in_folder: [],
  }
}

const noTotals = {
  people: 0,
  added: 0,
  removed: 0,
  role_changed: 0,
  grace_started: 0,
  grace_ended: 0,
  end_changed: 0,
}

function isOfWhole(kind: string): boolean {
  return findingsOfWhole.some((each) => each === kind)
}
