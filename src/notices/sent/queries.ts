import { sql } from 'kysely'
import type { NoticeLineKind } from '../../contract/states.ts'
import type { Reader, RowOf } from '../../database/database.ts'

/** Notices (`n`), to be filtered and ordered. */
export function selectNotices(db: Reader) {
  return db
    .selectFrom('notice as n')
    .select([
      'n.id',
      'n.workspace_user_id',
      'n.kind',
      'n.channel',
      'n.state',
      sql<NoticeLineKind[]>`n.told`.as('told'),
      'n.tries',
      'n.created_at',
      'n.last_at',
      'n.next_at',
      'n.error',
      'n.version',
    ])
}

export type NoticeRow = RowOf<typeof selectNotices>
