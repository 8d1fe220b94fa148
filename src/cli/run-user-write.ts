import { planIdOf, type Muster } from '../../sdk/src/index.ts'
import type { ApiOptions } from './api-options.ts'
import { connect } from './connect.ts'
import { findRecord } from './find-record.ts'
import { user } from './nouns.ts'
import { CommandFailed } from './output.ts'
import { printRecord } from './present.ts'
import { readPlan } from './server-plan.ts'

export type PersonOptions = ApiOptions & {
  firstName?: string
  lastName?: string
  email?: string
  username?: string
  manager?: string
  parent?: string
  metadata?: Record<string, string | null>
  state?: 'staged' | 'active'
}

/** Creates a person, and prints them. */
export async function runUserCreate(options: PersonOptions): Promise<void> {
  const { muster } = await connect(options)
  const { firstName = '', lastName = '', state } = options
  const { id } = await muster.post('/directory/users', {
    body: {
      ...(await fieldsOf(muster, options)),
      first_name: firstName,
      last_name: lastName,
      ...(state === undefined ? {} : { state }),
    },
  })
  await printUser(muster, id, options)
}

/** Changes a person, and prints them. */
export async function runUserUpdate(named: string, options: PersonOptions): Promise<void> {
  const { muster } = await connect(options)
  const body = await fieldsOf(muster, options)
  if (Object.keys(body).length === 0)
    throw new CommandFailed('Give what to change. Try: muster user update --help', 2)
  const { id } = await findRecord(user, muster, named, { isWhole: true })
  const params = { path: { user: id } }
  const { status, location } = await muster.send('patch', '/directory/users/{user}', {
    params,
    body,
  })
  const plan = planIdOf(location)
  if (status === 202 && plan !== undefined) await readPlan(plan, muster)
  await printUser(muster, id, options)
}

/** The fields that the options give, with people by their ids. */
async function fieldsOf(muster: Muster, options: PersonOptions) {
  const { firstName, lastName, email, username, manager, parent, metadata } = options
  const idOf = async (named: string) =>
    (await findRecord(user, muster, named, { isWhole: true })).id
  return {
    ...(firstName === undefined ? {} : { first_name: firstName }),
    ...(lastName === undefined ? {} : { last_name: lastName }),
    ...(email === undefined ? {} : { email }),
    ...(username === undefined ? {} : { username }),
    ...(manager === undefined ? {} : { manager_id: await idOf(manager) }),
    ...(parent === undefined ? {} : { parent_user_id: await idOf(parent) }),
    ...(metadata === undefined ? {} : { metadata }),
  }
}

async function printUser(muster: Muster, id: string, options: ApiOptions): Promise<void> {
  const described = await user.read({ muster, params: { path: { user: id } } })
  printRecord(options, { ...described, json: described.record })
}
