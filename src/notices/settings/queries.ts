import { sql } from 'kysely'
import { usuallyMuted, type ChatType, type NoticeLineKind } from '../../contract/states.ts'
import type { Reader, RowOf, Transaction } from '../../database/database.ts'
import type { Sealed } from '../../database/secrets/seal.ts'

/** The notice settings of people (`u`), those included who never changed theirs: they have no row (`s`), and the version 0. */
export function selectNoticeSettings(db: Reader) {
  return db
    .selectFrom('workspace_user as u')
    .leftJoin('notice_setting as s', 's.workspace_user_id', 'u.id')
    .select([
      'u.id',
      'u.name',
      'u.email',
      's.chat_type',
      's.chat_host',
      's.updated_at',
      sql<boolean>`coalesce(s.by_email, true)`.as('by_email'),
      sql<boolean>`coalesce(s.at_once, true)`.as('at_once'),
      sql<number | null>`case when s.workspace_user_id is null then 8 else s.digest_hour end`.as(
        'digest_hour',
      ),
      sql<string>`coalesce(s.time_zone, 'UTC')`.as('time_zone'),
      sql<NoticeLineKind[]>`coalesce(s.muted, ${[...usuallyMuted]}::text[])`.as('muted'),
      sql<number>`coalesce(s.version, 0)`.as('version'),
      sql<boolean>`exists (
        select from notice n where n.workspace_user_id = u.id and n.kind = 'test' and n.state = 'waiting')`.as(
        'waits_for_test',
      ),
    ])
}

export type NoticeSettingRow = RowOf<typeof selectNoticeSettings>

export async function findNoticeSetting(
  db: Reader,
  userId: string,
): Promise<NoticeSettingRow | undefined> {
  return selectNoticeSettings(db).where('u.id', '=', userId).executeTakeFirst()
}

export type NoticeSettingValues = Pick<
  NoticeSettingRow,
  'by_email' | 'at_once' | 'digest_hour' | 'time_zone' | 'muted'
>

/** `sealed`: a new address; null: none any more. */
export type ChatValues = {
  chat_type: ChatType | null
  chat_host: string | null
  sealed?: Sealed | null
}

/** The person's row is locked. The next digest is worked out again. */
export async function writeNoticeSetting(
  tx: Transaction,
  userId: string,
  values: NoticeSettingValues,
  { sealed, ...chat }: ChatValues,
): Promise<void> {
  const address =
    sealed === undefined
      ? {}
      : {
          key_id: sealed?.keyId ?? null,
          nonce: sealed?.nonce ?? null,
          ciphertext: sealed?.ciphertext ?? null,
        }
  const stored = { ...values, ...chat, ...address }
  const { numUpdatedRows } = await tx
    .updateTable('notice_setting')
    .set(stored)
    .where('workspace_user_id', '=', userId)
    .executeTakeFirst()
  if (numUpdatedRows === 0n)
    await tx
      .insertInto('notice_setting')
      .values({ workspace_user_id: userId, ...stored })
      .execute()
  await tx.deleteFrom('notice_digest').where('workspace_user_id', '=', userId).execute()
}
