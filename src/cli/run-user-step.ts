import { planIdOf, type Muster } from '../../sdk/src/index.ts'
import { confirm } from './agree.ts'
import type { ApiOptions } from './api-options.ts'
import { connect } from './connect.ts'
import { findRecord, type Search } from './find-record.ts'
import { user } from './nouns.ts'
import { CommandFailed, localTime, say, WrongArguments } from './output.ts'
import { readPlan } from './server-plan.ts'
import { printResult } from './present.ts'

export type UserVerb =
  | 'activate'
  | 'expire'
  | 'suspend'
  | 'deactivate'
  | 'delete'
  | 'restore'
  | 'erase'
export type StepOptions = ApiOptions & { at?: string; yes?: boolean }

/** Names the person, asks, and takes the step. */
export async function runUserStep(
  verb: UserVerb,
  named: string,
  options: StepOptions,
): Promise<void> {
  const { muster } = await connect(options)
  const isDeleted = verb === 'restore' || verb === 'erase'
  const { id } = await findRecord(user, muster, named, {
    isWhole: options.yes === true,
    ...(isDeleted ? amongDeleted(verb, named) : {}),
  })
  if (options.yes !== true) {
    const who = isDeleted ? `${named} (${id}), who is deleted` : await describe(muster, id)
    say(
      `This will ${verb} ${who}${options.at === undefined ? '' : `, on ${localTime(options.at)}`}.`,
    )
    await confirm()
  }
  const { status, body, location } = await take(muster, { verb, id, at: options.at })
  if (status === 202) await untilApplied(muster, location)
  const after = await outcomeOf(muster, { verb, id, named })
  printResult(options, body ?? { id, state: after.state }, () => `${after.name} is ${after.state}.`)
}

function amongDeleted(verb: 'restore' | 'erase', named: string): Search {
  const next = {
    restore: `${named} is not deleted: there is nothing to restore.`,
    erase: `${named} is not deleted. Delete them first: muster user delete ${JSON.stringify(named)}`,
  }
  return { query: { 'filter[trashed]': 'only' }, others: { query: {}, message: next[verb] } }
}

async function describe(muster: Muster, id: string): Promise<string> {
  const { full_name, email, state, count } = await muster.get('/directory/users/{user}', pathOf(id))
  const groups = count.policy_rulesets === 1 ? '1 manifest' : `${count.policy_rulesets} manifests`
  return `${full_name} (${email ?? id}), who is ${state} and in ${groups}`
}

async function outcomeOf(
  muster: Muster,
  { verb, id, named }: { verb: UserVerb; id: string; named: string },
): Promise<{ name: string; state: string }> {
  if (verb === 'delete') return { name: named, state: 'deleted' }
  if (verb === 'erase') return { name: named, state: 'erased' }
  const { full_name: name, state } = await muster.get('/directory/users/{user}', pathOf(id))
  return { name, state }
}

const pathOf = (id: string) => ({ params: { path: { user: id } } })

type Taken = { status: number; body: unknown; location: string | null }

function take(
  muster: Muster,
  { verb, id, at }: { verb: UserVerb; id: string; at: string | undefined },
): Promise<Taken> {
  const one = pathOf(id)
  switch (verb) {
    case 'activate': {
      const body = at === undefined ? {} : { at }
      return muster.send('post', '/directory/users/{user}/activate', { ...one, body })
    }
    case 'expire':
      if (at === undefined) throw new WrongArguments('Give --at, the end of their access.')
      return muster.send('post', '/directory/users/{user}/expire', { ...one, body: { at } })
    case 'suspend':
      return muster.send('post', '/directory/users/{user}/suspend', one)
    case 'deactivate':
      return muster.send('post', '/directory/users/{user}/deactivate', one)
    case 'delete':
      return muster.send('delete', '/directory/users/{user}', one)
    case 'restore':
      return muster.send('post', '/directory/users/{user}/restore', one)
    case 'erase':
      return muster.send('post', '/directory/users/{user}/erase', one)
  }
}

/** A change of very many stays is the work of a job, which its plan shows. */
async function untilApplied(muster: Muster, location: string | null): Promise<void> {
  const id = planIdOf(location) ?? ''
  const { state, failure } = await readPlan(id, muster)
  if (state !== 'applied')
    throw new CommandFailed(`Nothing was changed: ${failure ?? `the plan ${id} is ${state}`}.`)
}
