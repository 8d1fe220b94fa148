import type { Reader } from '../../database/database.ts'
import { noSuch } from '../../http/problem.ts'

/** 404 unless there is such a person, deleted or not: what a describe links to answers as long as the describe does. */
export async function requireDirectoryUser(db: Reader, id: string): Promise<void> {
  const found = await db
    .selectFrom('directory_user')
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw noSuch('directoryUser', id)
}
