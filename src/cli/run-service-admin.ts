import type { Muster } from '../../sdk/src/index.ts'
import { serviceAdminRoles, type ServiceAdminRole } from '../contract/states.ts'
import { confirm } from './agree.ts'
import type { ApiOptions } from './api-options.ts'
import { connect } from './connect.ts'
import { findRecord } from './find-record.ts'
import { service, workspaceUser } from './nouns.ts'
import { print, say, WrongArguments } from './output.ts'
import { printList, printResult } from './present.ts'
import { readUpTo } from './read-up-to.ts'

export type ListAdminOptions = ApiOptions & { limit: number }
export type RemoveAdminOptions = ApiOptions & { yes?: boolean }
type Named = { service: string; user: string }
type Wanted = Named & { role: string }

/** Prints who administers a service. */
export async function runListAdmins(named: string, options: ListAdminOptions): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(service, muster, named)
  const list = muster.list('/workspace/services/{service}/admins', {
    params: {
      path: { service: id },
      query: { 'page[size]': String(Math.min(500, options.limit)) },
    },
  })
  const { rows, hasMore } = await readUpTo(list, options.limit, 'Listing admins')
  printList(options, {
    rows,
    hasMore,
    fields: [
      ['admin', (row) => row.name],
      ['role', (row) => row.admin_role],
      ['active', (row) => row.is_active],
      ['id', (row) => row.workspace_user_id],
    ],
    idOf: (row) => row.workspace_user_id,
    json: { data: rows, has_more: hasMore },
    none: 'No admins.',
  })
}

/** Gives a person a role on a service. */
export async function runAddAdmin(wanted: Wanted, options: ApiOptions): Promise<void> {
  const { muster } = await connect(options)
  const path = await idsOf(muster, wanted)
  const added = await muster.post('/workspace/services/{service}/admins', {
    params: { path: { service: path.service } },
    body: { user_id: path.user, admin_role: roleOf(wanted.role) },
  })
  // A record of this kind is named by its person everywhere else.
  printResult(
    options,
    { id: path.user, service_id: path.service, admin_role: added.admin_role },
    () => `${wanted.user} is now ${added.admin_role} on ${wanted.service}.`,
  )
}

/** Changes the role of a service's admin. */
export async function runSetAdmin(wanted: Wanted, options: ApiOptions): Promise<void> {
  const { muster } = await connect(options)
  const path = await idsOf(muster, wanted)
  const inForce = await muster.patch('/workspace/services/{service}/admins/{user}', {
    params: { path },
    body: { admin_role: roleOf(wanted.role) },
  })
  const text = () => `${wanted.user} is now ${inForce} on ${wanted.service}.`
  if (options.output === 'json') print(true, inForce, text)
  else printResult(options, { id: path.user, service_id: path.service, admin_role: inForce }, text)
}

/** Names the role, asks, and takes it away. */
export async function runRemoveAdmin(named: Named, options: RemoveAdminOptions): Promise<void> {
  const { muster } = await connect(options)
  const path = await idsOf(muster, named)
  if (options.yes !== true) {
    const admin = await muster.get('/workspace/services/{service}/admins/{user}', {
      params: { path },
    })
    say(
      `This will take the role ${admin.admin_role} on ${named.service} from ${admin.name ?? named.user} (${path.user}).`,
    )
    await confirm({ verb: 'remove', done: 'removed' })
  }
  await muster.delete('/workspace/services/{service}/admins/{user}', { params: { path } })
  printResult(
    options,
    { id: path.user, service_id: path.service, admin_role: null },
    () => `${named.user} has no role on ${named.service} any more.`,
  )
}

function roleOf(named: string): ServiceAdminRole {
  const role = serviceAdminRoles.find((known) => known === named)
  if (role === undefined) throw new WrongArguments(`${named} is not a role of a service admin.`)
  return role
}

async function idsOf(muster: Muster, named: Named): Promise<Named> {
  const isWhole = true
  const { id } = await findRecord(service, muster, named.service, { isWhole })
  const user = await findRecord(workspaceUser, muster, named.user, { isWhole })
  return { service: id, user: user.id }
}
