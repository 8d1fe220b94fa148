import type { NoticeChannel } from '../../contract/states.ts'
import type { Services } from '../../http/route/services.ts'
import type { NoticeSettingRow } from './queries.ts'

/** Where a person is told now. */
export function channelsOf(
  { by_email, email, chat_type }: Pick<NoticeSettingRow, 'by_email' | 'email' | 'chat_type'>,
  { smtp }: Pick<Services, 'smtp'>,
): NoticeChannel[] {
  return [
    ...(by_email && email !== null && smtp !== null ? ['email' as const] : []),
    ...(chat_type === null ? [] : ['chat' as const]),
  ]
}
