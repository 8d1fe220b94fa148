import type { ApiOptions } from '../command-line/api-options.ts'
import type { Body, Muster } from '../../../sdk/src/index.ts'
import { confirm } from '../plans/agree.ts'
import { connect } from '../connection/connect.ts'
import {
  describeDecided,
  describeIncident,
  type Incident,
  type IncidentEffects,
} from './describe-incident.ts'
import { findRecord } from '../api/find-record.ts'
import { user } from '../nouns/directory-nouns.ts'
import { incident as incidents } from '../nouns/policy-nouns.ts'
import { CommandFailed, say } from '../output/output.ts'
import { readUpTo } from '../output/read-up-to.ts'
import { printResult } from '../output/present.ts'

export type ShowOptions = ApiOptions & { user?: string[]; full?: boolean }
export type DecideOptions = ShowOptions & { digest?: string; reason: string; yes?: boolean }

const effectsPath = '/policy/incidents/{incident}/effects'

/** Prints an incident, and what would follow from approving it. */
export async function runIncidentShow(named: string, options: ShowOptions): Promise<void> {
  const { muster } = await connect(options)
  const shown = await read(muster, named, options)
  printResult(options, { ...shown.incident, effects: shown.effects }, () => textOf(shown))
}

type Shown = { incident: Incident; effects: IncidentEffects; users: string[] | undefined }

async function read(
  muster: Muster,
  named: string,
  options: ShowOptions & { yes?: boolean },
): Promise<Shown> {
  const { id } = await findRecord(incidents, muster, named)
  const users = await usersOf(muster, options.user, options.yes === true)
  const path = { incident: id }
  const query = {
    'page[size]': '500',
    ...(users === undefined ? {} : { 'filter[user]': users.join(',') }),
  }
  const incident = await muster.get('/policy/incidents/{incident}', { params: { path } })
  // Its meta says what follows for everybody, which rows do not.
  const { meta } = await muster.get(effectsPath, { params: { path, query } })
  const data =
    options.full === true
      ? (await readUpTo(muster.list(effectsPath, { params: { path, query } }), Infinity, 'Reading'))
          .rows
      : []
  return { incident, effects: { data, meta }, users }
}

async function usersOf(
  muster: Muster,
  named: readonly string[] | undefined,
  isWhole: boolean,
): Promise<string[] | undefined> {
  if (named === undefined) return undefined
  const ids: string[] = []
  for (const each of named) ids.push((await findRecord(user, muster, each, { isWhole })).id)
  return ids
}

function textOf({ incident, effects, users }: Shown): string {
  return describeIncident(incident, effects, users)
}

/** `muster incident approve` */
export function runApprove(named: string, options: DecideOptions): Promise<void> {
  return decide('approve', named, options)
}

/** `muster incident reject` */
export function runReject(named: string, options: DecideOptions): Promise<void> {
  return decide('reject', named, options)
}

/** Decides an incident as it was shown: before, by its digest, or now, after asking. */
async function decide(
  verb: 'approve' | 'reject',
  named: string,
  options: DecideOptions,
): Promise<void> {
  const { muster } = await connect(options)
  const decision = await decisionOf(muster, named, options)
  const params = { path: { incident: decision.id } }
  const body = {
    digest: decision.digest,
    reason: options.reason,
    ...(decision.users === undefined ? {} : { users: decision.users }),
  }
  const decided: Body<'post', '/policy/incidents/{incident}/approve'> =
    verb === 'approve'
      ? await muster.post('/policy/incidents/{incident}/approve', { params, body })
      : await muster.post('/policy/incidents/{incident}/reject', { params, body })
  printResult(options, decided, () => describeDecided(decided))
}

type Decision = { id: string; digest: string; users: string[] | undefined }

async function decisionOf(
  muster: Muster,
  named: string,
  options: DecideOptions,
): Promise<Decision> {
  if (options.digest !== undefined) {
    const { id } = await findRecord(incidents, muster, named)
    return { id, digest: options.digest, users: await usersOf(muster, options.user, true) }
  }
  const shown = await read(muster, named, options)
  const { digest } = shown.effects.meta
  // Also with --json before a question: no one can agree to what was not shown.
  if (options.json !== true || options.yes !== true) say(textOf(shown))
  if (digest === null)
    throw new CommandFailed(`There is nothing to decide in ${shown.incident.id}.`)
  if (options.yes !== true) await confirm()
  return { id: shown.incident.id, digest, users: shown.users }
}
