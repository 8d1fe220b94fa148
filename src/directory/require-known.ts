import type { Reader } from '../database/database.ts'
import { noSuch } from '../http/refusals/problem.ts'

const tables = {
  directoryUser: 'directory_user',
  attribute: 'attribute',
  resource: 'resource',
} as const

/** 404 unless there is such a record, deleted or not: what a describe links to answers as long as the describe does. */
export async function requireKnown(
  db: Reader,
  kind: keyof typeof tables,
  id: string,
): Promise<void> {
  const found = await db
    .selectFrom(tables[kind])
    .select('id')
    .where('id', '=', id)
    .executeTakeFirst()
  if (found === undefined) throw noSuch(kind, id)
}
