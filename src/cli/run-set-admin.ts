import { serviceAdminRoles } from '../contract/states.ts'
import type { ApiOptions } from './api-options.ts'
import { connect } from './connect.ts'
import { findRecord } from './find-record.ts'
import { service, workspaceUser } from './nouns.ts'
import { CommandFailed, print } from './output.ts'
import { printResult } from './present.ts'

type Wanted = { service: string; user: string; role: string }

/** Changes the role of a service's admin. */
export async function runSetAdmin(wanted: Wanted, options: ApiOptions): Promise<void> {
  const { muster } = await connect(options)
  const role = serviceAdminRoles.find((known) => known === wanted.role)
  if (role === undefined)
    throw new CommandFailed(`${wanted.role} is not a role of a service admin.`)
  const found = await findRecord(service, muster, wanted.service, { isWhole: true })
  const user = await findRecord(workspaceUser, muster, wanted.user, { isWhole: true })
  const inForce = await muster.patch('/workspace/services/{service}/admins/{user}', {
    params: { path: { service: found.id, user: user.id } },
    body: { admin_role: role },
  })
  const text = () => `${wanted.user} is now ${inForce} on ${wanted.service}.`
  if (options.output === 'json') print(true, inForce, text)
  else printResult(options, { id: user.id, service_id: found.id, admin_role: inForce }, text)
}
