import type { Body, Muster } from '../../../sdk/src/index.ts'
import { definedOf } from '../../contract/defined.ts'
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
import type { NounOptions, RunShow, RunVerb } from '../nouns/noun.ts'
import { incident as incidents } from '../nouns/policy-nouns.ts'
import { CommandFailed, say } from '../output/output.ts'
import { readUpTo } from '../output/read-up-to.ts'
import { printResult } from '../output/present.ts'

const effectsPath = '/policy/incidents/{incident}/effects'

/** Prints an incident, and what would follow from approving it. */
export const runIncidentShow: RunShow = async ([named = ''], options) => {
  const { muster } = await connect(options)
  const { incident, effects, users } = await read(muster, named, options)
  printResult(options, { ...incident, effects }, describeIncident(incident, effects, users))
}

type Shown = { incident: Incident; effects: IncidentEffects; users: string[] | undefined }

async function read(muster: Muster, named: string, options: NounOptions): Promise<Shown> {
  const { id } = await findRecord(incidents, muster, named)
  const users = await usersOf(muster, options, options.yes === true)
  const path = { incident: id }
  const query = { 'page[size]': '500', ...definedOf({ 'filter[user]': users?.join(',') }) }
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

/** The ids of the people that `--user` names. */
async function usersOf(muster: Muster, { user: named }: NounOptions, isWhole: boolean) {
  if (!Array.isArray(named)) return undefined
  const found = named.map(async (each) => findRecord(user, muster, String(each), { isWhole }))
  return (await Promise.all(found)).map(({ id }) => id)
}

/** Decides an incident as it was shown: before, by its digest, or now, after asking. */
export const runDecide: RunVerb = async ({ name }, [named = ''], options) => {
  const { muster } = await connect(options)
  const { id, digest, users } = await decisionOf(muster, named, options)
  const init = {
    params: { path: { incident: id } },
    body: { digest, reason: String(options['reason']), ...(users && { users }) },
  }
  const decided: Body<'post', '/policy/incidents/{incident}/approve'> =
    name === 'approve'
      ? await muster.post('/policy/incidents/{incident}/approve', init)
      : await muster.post('/policy/incidents/{incident}/reject', init)
  printResult(options, decided, describeDecided(decided))
}

type Decision = { id: string; digest: string; users: string[] | undefined }

async function decisionOf(muster: Muster, named: string, options: NounOptions): Promise<Decision> {
  const { digest: given, yes, json } = options
  if (typeof given === 'string') {
    const { id } = await findRecord(incidents, muster, named)
    return { id, digest: given, users: await usersOf(muster, options, true) }
  }
  const { incident, effects, users } = await read(muster, named, options)
  const { digest } = effects.meta
  // Also with --json before a question: no one can agree to what was not shown.
  if (json !== true || yes !== true) say(describeIncident(incident, effects, users))
  if (digest === null) throw new CommandFailed(`There is nothing to decide in ${incident.id}.`)
  if (yes !== true) await confirm()
  return { id: incident.id, digest, users }
}
