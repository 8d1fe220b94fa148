import type { NoticeChannel } from '../../contract/states.ts'
import type { Transaction } from '../../database/database.ts'
import type { NoticeRow } from './queries.ts'

type NewNotice = {
  userId: string
  kind: NoticeRow['kind']
  channel: NoticeChannel
  recordIds?: readonly string[]
}

/** Notices that wait to be sent. They are no changes of records, so that only a test has an audit row, by its caller. */
export async function addNotices(tx: Transaction, notices: readonly NewNotice[]): Promise<void> {
  if (notices.length === 0) return
  await tx
    .insertInto('notice')
    .values(
      notices.map(({ userId, kind, channel, recordIds = [] }) => ({
        workspace_user_id: userId,
        kind,
        channel,
        record_ids: [...recordIds],
      })),
    )
    .execute()
}
