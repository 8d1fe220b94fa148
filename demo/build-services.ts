import type { Muster } from '../sdk/src/index.ts'
import { CommandFailed } from '../src/cli/output/output.ts'
import { inParallel } from './in-parallel.ts'
import type { Organisation } from './organisation/organisation.ts'
import { demoServices, type DemoService, type DemoWorkspaceUser } from './organisation/services.ts'

type Made = {
  service_id: string
  service_handle: string
  admin_user_id: string
  admin_email: string
}

const provider = 'https://idp.acme.example'
/** Most of a request is waiting for the disk. */
const requestsAtOnce = 8
const viewers = ['directory.user.view', 'workspace.service.view'] as const

/** Creates the services through the API, as an owner would. @returns the id of each by its handle */
export async function createServices(
  muster: Muster,
  org: Organisation,
): Promise<ReadonlyMap<string, string>> {
  const ids = new Map<string, string>()
  await inParallel(demoServices(org).services, requestsAtOnce, async (service) => {
    ids.set(service.handle, await createService(muster, service))
  })
  return ids
}

type Staffed = {
  /** Vendor id of the idp → directory user id. */
  people: ReadonlyMap<string, string>
  /** Of {@link createServices}. */
  services: ReadonlyMap<string, string>
}

/** Creates workspace users, and gives the services admins and tokens. @returns a service and an admin of it whose role may change */
export async function staff(
  muster: Muster,
  org: Organisation,
  { people, services: ids }: Staffed,
): Promise<Made> {
  const { workspaceUsers, services } = demoServices(org)
  const userIds = new Map<string, string>()
  await inParallel(workspaceUsers, requestsAtOnce, async (user) => {
    userIds.set(user.idpVendorId, await makeUser(muster, user, people))
  })
  await inParallel(services, requestsAtOnce, (service) =>
    staffService(muster, service, { id: ids.get(service.handle) ?? '', userIds }),
  )
  const emails = new Map(workspaceUsers.map(({ idpVendorId, email }) => [idpVendorId, email]))
  return adminToChange(services, { ids, userIds, emails })
}

/** The printed lines make the admin an `audit` admin: of someone who is one already there would be no audit row. */
function adminToChange(
  services: readonly DemoService[],
  { ids, userIds, emails }: Record<'ids' | 'userIds' | 'emails', ReadonlyMap<string, string>>,
): Made {
  for (const { handle, admins } of services) {
    const admin = admins.findLast(({ role }) => role !== 'audit')
    const service_id = ids.get(handle)
    const admin_user_id = admin && userIds.get(admin.idpVendorId)
    const admin_email = admin && emails.get(admin.idpVendorId)
    if (service_id !== undefined && admin_user_id !== undefined && admin_email !== undefined)
      return { service_id, service_handle: handle, admin_user_id, admin_email }
  }
  throw new CommandFailed('No service of the organisation has an admin whose role may change.')
}

async function makeUser(
  muster: Muster,
  user: DemoWorkspaceUser,
  people: ReadonlyMap<string, string>,
): Promise<string> {
  const directoryUserId = people.get(user.idpVendorId)
  const { id } = await muster.post('/workspace/users', {
    body: {
      provider,
      provider_id: user.idpVendorId,
      name: user.name,
      handle: user.handle,
      email: user.email,
      ...(directoryUserId === undefined ? {} : { directory_user_id: directoryUserId }),
    },
  })
  return id
}

async function createService(muster: Muster, service: DemoService): Promise<string> {
  const { name, handle, description } = service
  const { id } = await muster.post('/workspace/services', { body: { name, handle, description } })
  await muster.put('/workspace/services/{service}/permissions', {
    params: { path: { service: id } },
    body: { permissions: [...viewers] },
  })
  return id
}

async function staffService(
  muster: Muster,
  { handle, admins, tokens }: DemoService,
  { id, userIds }: { id: string; userIds: ReadonlyMap<string, string> },
): Promise<void> {
  const params = { path: { service: id } }
  for (const { idpVendorId, role } of admins) {
    const body = { user_id: userIds.get(idpVendorId) ?? '', admin_role: role }
    await muster.post('/workspace/services/{service}/admins', { params, body })
  }
  for (let number = 1; number <= tokens; number++) {
    const body = { name: `${handle}-${number}` }
    await muster.post('/workspace/services/{service}/tokens', { params, body })
  }
}
