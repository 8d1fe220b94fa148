import { sql } from 'kysely'
import { encodeId } from '../src/contract/ids.ts'
import type { Database } from '../src/database/database.ts'
import { CommandFailed } from '../src/cli/output/output.ts'

/** A person who can change departments, so that groups move: ids as in the API. */
export type Move = {
  userId: string
  email: string
  from: string
  to: string
  rulesetId: string
  /** The handle of the group of the other department. */
  group: string
}

/** An employee in the codehost group of their department, and another department whose group they are not in. */
export async function findMove(database: Database): Promise<Move> {
  const { rows } = await sql<{
    id: string
    email: string
    from_name: string
    to_name: string
    ruleset_id: string
    handle: string
  }>`
    with department as (
      select s.id, o.name, o.handle from ruleset s join resource o on o.id = s.resource_id
      where s.type = 'codehost_group' and s.state = 'managed'
    )
    select u.id, u.email, a.name as from_name, b.name as to_name, b.id as ruleset_id, b.handle
    from department a
    join policy_user p on p.ruleset_id = a.id and p.deleted_at is null
    join rule r on r.id = p.rule_id and r.key = 'team'
    join directory_user u on u.id = p.directory_user_id and not u.is_manager and u.org ->> 'department' = a.name
    join department b on b.id <> a.id and not exists (
      select from policy_user q where q.ruleset_id = b.id and q.directory_user_id = u.id)
    order by a.name, u.full_name, b.name, u.id limit 1`.execute(database.read)
  const [row] = rows
  if (row === undefined)
    throw new CommandFailed('The organisation has nobody to move; give --people a larger number.')
  return {
    userId: encodeId('directoryUser', row.id),
    email: row.email,
    from: row.from_name,
    to: row.to_name,
    rulesetId: encodeId('ruleset', row.ruleset_id),
    group: row.handle,
  }
}
