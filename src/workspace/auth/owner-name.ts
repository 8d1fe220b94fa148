import type { Actor } from '../../access/caller.ts'
import type { Reader } from '../../database/database.ts'

/** The name of the workspace user or of the service that a credential belongs to. */
export async function ownerName(db: Reader, { type, id }: Actor): Promise<string> {
  const { name } = await db
    .selectFrom(type === 'user' ? 'workspace_user' : 'service')
    .select('name')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return name
}
