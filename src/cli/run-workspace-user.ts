import type { Muster } from '../../sdk/src/index.ts'
import { confirm } from './agree.ts'
import type { ApiOptions } from './api-options.ts'
import { connect } from './connect.ts'
import { findRecord } from './find-record.ts'
import { workspaceUser } from './nouns.ts'
import { CommandFailed, say } from './output.ts'
import { printRecord, printResult } from './present.ts'

export type AccountOptions = ApiOptions & {
  name?: string
  role?: string[]
  until?: string
  yes?: boolean
}
export type NewAccountOptions = ApiOptions & {
  provider: string
  providerId: string
  name: string
  email?: string
  handle?: string
  role?: string[]
  until?: string
}

/** Adds a person who signs in, and prints them. */
export async function runAccountCreate(options: NewAccountOptions): Promise<void> {
  const { muster } = await connect(options)
  const { provider, providerId, name, email, handle, role, until } = options
  const { id } = await muster.post('/workspace/users', {
    body: {
      provider,
      provider_id: providerId,
      name,
      ...(email === undefined ? {} : { email }),
      ...(handle === undefined ? {} : { handle }),
      ...(role === undefined ? {} : { roles: role }),
      ...endOf(until),
    },
  })
  await printAccount(muster, id, options)
}

function endOf(until: string | undefined): { expires_at?: string | null } {
  return until === undefined ? {} : { expires_at: until === 'never' ? null : until }
}

/** Changes a person who signs in, and prints them. */
export async function runAccountUpdate(named: string, options: AccountOptions): Promise<void> {
  const { muster } = await connect(options)
  const { name, role, until } = options
  if (name === undefined && role === undefined && until === undefined)
    throw new CommandFailed('Give what to change. Try: muster workspace-user update --help', 2)
  const { id } = await findRecord(workspaceUser, muster, named, { isWhole: true })
  await muster.patch('/workspace/users/{user}', {
    params: { path: { user: id } },
    body: {
      ...(name === undefined ? {} : { name }),
      ...(role === undefined ? {} : { roles: role }),
      ...endOf(until),
    },
  })
  await printAccount(muster, id, options)
}

/** Names the person, asks, and takes the step. */
export async function runAccountStep(
  verb: 'deactivate' | 'restore',
  named: string,
  options: AccountOptions,
): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(workspaceUser, muster, named, { isWhole: options.yes === true })
  const params = { path: { user: id } }
  if (options.yes !== true) {
    const { name, state, roles } = await muster.get('/workspace/users/{user}', { params })
    const held = roles.length === 0 ? 'no role' : roles.join(', ')
    say(`This will ${verb} ${name} (${id}), who is ${state} and has ${held}.`)
    await confirm()
  }
  const after = await muster.post(
    verb === 'deactivate'
      ? '/workspace/users/{user}/deactivate'
      : '/workspace/users/{user}/restore',
    { params },
  )
  printResult(options, after, () => `${after.name} is ${after.state}.`)
}

async function printAccount(muster: Muster, id: string, options: ApiOptions): Promise<void> {
  const described = await workspaceUser.read({ muster, params: { path: { user: id } } })
  printRecord(options, { ...described, json: described.record })
}
