import { setTimeout as sleep } from 'node:timers/promises'
import type { Static } from 'typebox'
import type { Exceeded } from '../policy/limits/counting.ts'
import { FolderError } from '../connectors/policy-folder/folder-error.ts'
import { yamlFiles } from '../connectors/policy-folder/yaml-files.ts'
import { decodeId } from '../contract/ids.ts'
import { describeLimit } from '../policy/limits/describe-exceeded.ts'
import type { DescribedPlan, PlanEffect } from '../policy/plans/schema.ts'
import { callApi, readAll, type ApiOptions } from './api-client.ts'
import type { DescribedFolderPlan } from './describe-folder-plan.ts'
import { CommandFailed, say } from './output.ts'

/** A plan that a server keeps. */
export type ServerPlan = Static<typeof DescribedPlan>
type Effect = Static<typeof PlanEffect>

/** Sends policy files to a server, which plans what they say with the rights of the token. */
export async function planOnServer(path: string, options: ApiOptions): Promise<ServerPlan> {
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
  const sent = files.map(([name, text]) => ({ path: name, text }))
  const plan = await callApi<ServerPlan>(options, 'POST', '/policy/plans', { files: sent })
  return untilDone(options, plan)
}

export async function readPlan(id: string, options: ApiOptions): Promise<ServerPlan> {
  return untilDone(options, await callApi<ServerPlan>(options, 'GET', pathOf(id)))
}

/** Applies a plan, and waits for its job. Fails with the reason where it is not applied. */
export async function applyOnServer(id: string, options: ApiOptions): Promise<ServerPlan> {
  const plan = await callApi<ServerPlan>(options, 'POST', `${pathOf(id)}/apply`)
  const done = await untilDone(options, plan)
  if (done.state === 'applied') return done
  const instead =
    done.replaced_by_id === null ? '' : ` ${done.replaced_by_id} shows its effect now.`
  throw new CommandFailed(
    `Nothing was applied: the plan is ${done.state}. ${done.failure ?? ''}${instead}`,
  )
}

const pathOf = (id: string) => `/policy/plans/${encodeURIComponent(id)}`
const pollMilliseconds = 1000
/** A job of a server takes some minutes at most. */
const maximumPolls = 3600

async function untilDone(options: ApiOptions, plan: ServerPlan): Promise<ServerPlan> {
  let found = plan
  for (let poll = 0; isAtWork(found); poll += 1) {
    if (poll === 0) say(`The server works on ${found.id} …`)
    if (poll === maximumPolls)
      throw new CommandFailed(`${found.id} is ${found.state} still. Look at it later.`)
    await sleep(pollMilliseconds)
    found = await callApi<ServerPlan>(options, 'GET', pathOf(found.id))
  }
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
  options: ApiOptions,
): Promise<DescribedFolderPlan> {
  const effects = await readAll<Effect>(options, `${pathOf(plan.id)}/effects?page[size]=500`)
  const names = new Map(
    plan.rulesets.flatMap(({ ruleset_id: id, name, type }) =>
      id === null ? [] : [[id, `${type} ${name}`] as const],
    ),
  )
  const nameOf = (id: string | null) => names.get(id ?? '')
  const of = ({
    ruleset_id: id,
    name,
  }: Pick<ServerPlan['rulesets'][number], 'ruleset_id' | 'name'>) =>
    effects.filter((effect) => effect.ruleset_id === id && effect.ruleset_name === name)
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
      people: of(ruleset).map(
        ({ directory_user: { id, full_name, email }, kinds, before, after }) => ({
          id,
          name: full_name === '' ? (email ?? '') : full_name,
          email,
          kinds,
          before,
          after,
        }),
      ),
    })),
    operations: plan.operations,
    exceeds: plan.exceeds.map((each) => {
      const exceeded: Exceeded = {
        ...each,
        rulesetId: each.ruleset_id && (decodeId('ruleset', each.ruleset_id) ?? null),
      }
      return describeLimit(exceeded, () => nameOf(each.ruleset_id))
    }),
    findings: plan.findings.map(
      ({ ruleset_id: id, message }) => `${nameOf(id) ?? 'a new ruleset'}: ${message}`,
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
