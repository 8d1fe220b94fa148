import { sql } from 'kysely'
import { connectDemo } from './connect-demo.ts'
import { importPolicy } from '../src/policy-as-code/import-policy.ts'
import { encodeId } from '../src/contract/ids.ts'
import type { Database } from '../src/database/database.ts'
import type { RunningServer } from '../src/main.ts'
import { commandActor } from '../src/audit/command-actor.ts'
import { CommandFailed } from '../src/cli/output/output.ts'
import type { Organisation } from './organisation/organisation.ts'
import { policyYaml } from './organisation/policy.ts'
import type { ExportFile } from './organisation/write-exports.ts'
import { createServices, staff } from './build-services.ts'
import { endContractors } from './end-contractors.ts'
import { findMove, type Move } from './find-move.ts'
import { importSystems, prepareImports } from './import-exports.ts'

/** What a guest needs to look around. */
export type Demo = {
  url: string
  token: string
  people: number
  /** A person with a manager, reports and access. */
  user_id: string
  user_email: string
  /** A service and one of its admins whose role may change. */
  service_id: string
  service_handle: string
  admin_user_id: string
  admin_email: string
  /** A person who can change departments at the source. */
  move: Move
}

/**
 * Brings the organisation in the way a customer would: exports, a policy file, and the API. The last of the imports is
 * the end: while one is not over, the console says so.
 * @param whenOpen called once a person can sign in, who sees what is there
 */
export async function buildDemo(
  running: RunningServer,
  org: Organisation,
  { files, say, whenOpen }: DemoToBuild,
): Promise<Demo> {
  const { database } = running.opened
  const token = running.ownerToken ?? ''
  const muster = connectDemo({ url: running.address, token })
  const importOne = await prepareImports(database, files, say)
  const [first, ...others] = files
  if (first === undefined) throw new Error('the organisation has no exports')
  const { memberships = [], systems = [] } = Object.groupBy(others, ({ shape }) =>
    shape === 'memberships' ? shape : 'systems',
  )
  const last = memberships.splice(-1)
  // The accounts of the idp create everybody. The other files are read meanwhile, and matched afterwards.
  const isRead = Promise.withResolvers<void>()
  const people = importOne(first, isRead.resolve)
  // Each makes its creator an admin, and a sign-in link is void once its person has another role.
  const services = createServices(muster, org)
  const applyRest = async () => {
    await Promise.race([isRead.promise, people])
    await importSystems(systems, importOne)
    say('Applying the policy …')
    // It names accounts and groups, and nothing of who is in them.
    await Promise.all([
      importPolicy(database, policyYaml(org), { actor: commandActor('demo') }),
      importSystems(memberships, importOne),
    ])
  }
  const staffServices = async () => {
    await people
    return staff(muster, org, { people: await idsOfPeople(database), services: await services })
  }
  const [admin] = await Promise.all([staffServices(), applyRest(), services.then(whenOpen)])
  await endContractors(muster, org, await idsOfPeople(database))
  await importSystems(last, importOne)
  return {
    url: running.address,
    token,
    people: org.people,
    ...(await findGuide(database)),
    ...admin,
    move: await findMove(database),
  }
}

type DemoToBuild = {
  files: readonly ExportFile[]
  say: (line: string) => void
  whenOpen: () => Promise<void>
}

/** Vendor id of the idp → directory user id. */
async function idsOfPeople(database: Database): Promise<Map<string, string>> {
  const { rows } = await sql<{ vendor_id: string; directory_user_id: string }>`
    select i.vendor_id, i.directory_user_id from identity i join integration g on g.id = i.integration_id
    where g.is_primary and i.directory_user_id is not null`.execute(database.read)
  return new Map(
    rows.map((row) => [row.vendor_id, encodeId('directoryUser', row.directory_user_id)]),
  )
}

/** A manager with an admin account and other facts, so that describing them shows what Muster knows. */
async function findGuide(database: Database): Promise<Pick<Demo, 'user_id' | 'user_email'>> {
  const { rows } = await sql<{ id: string; email: string }>`
    select u.id, u.email from directory_user u
    join (select directory_user_id, count(*) as total from policy_user where deleted_at is null group by 1) held
      on held.directory_user_id = u.id
    where u.state = 'active' and u.manager_id is not null and u.is_manager and u.email is not null
    order by exists (select from directory_user s where s.parent_user_id = u.id) desc,
      exists (select from condition c where c.directory_user_id = u.id) desc,
      (select count(distinct o.type) from identity i join resource_member m on m.identity_id = i.id
        join resource o on o.id = m.resource_id where i.directory_user_id = u.id) desc,
      held.total desc, u.id limit 1`.execute(database.read)
  const [row] = rows
  if (row === undefined)
    throw new CommandFailed('The organisation has no manager; give --people a larger number.')
  return { user_id: encodeId('directoryUser', row.id), user_email: row.email }
}
