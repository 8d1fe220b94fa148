import { sql } from 'kysely'
import type { SourceRun } from './integration-facts.ts'
import { keepUsers } from './snapshots.ts'

/** Once an integration names managers no longer, those that it named are none, and what could not be resolved is no finding. */
export async function endNamedManagers({ tx, integration: { id } }: SourceRun): Promise<void> {
  const named = sql`
    select u.id from directory_user u where u.manager_integration_id = ${id}
    union all
    select u.id from directory_user u join identity i on i.id = u.primary_identity_id
    where u.manager_problem is not null and i.integration_id = ${id}`
  await keepUsers(tx, named)
  await sql`
    update directory_user set manager_id = null, manager_problem = null, manager_reference = null, manager_integration_id = null
    where id in (${named})`.execute(tx)
}
