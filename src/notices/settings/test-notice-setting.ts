import { record } from '../../audit/record.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute } from '../../http/route/route.ts'
import type { Services } from '../../http/route/services.ts'
import { addNotices } from '../sent/add-notices.ts'
import type { NoticeSettingRow } from './queries.ts'
import { answerWritten } from './describe-notice-setting.ts'
import { lockNoticeSetting } from './update-notice-setting.ts'
import { NoticeSetting } from './schema.ts'
import { channelsOf } from './channels.ts'

export const testNoticeSetting = writeRoute({
  id: 'testNoticeSetting',
  method: 'POST',
  url: '/workspace/notice-settings/:user/test',
  summary: 'Send a test notice to a person',
  description:
    'Sends a message by e-mail and to the chat, as far as the person is told there: the list of notices shows what came of them. That of another person needs every permission that the person holds. 422 if there is no place, or a test waits already.',
  access: { own: 'workspace.user.manage' },
  params: { user: 'workspaceUser' },
  isVersioned: true,
  response: NoticeSetting,
  handler: async (context) => {
    const { tx, actor, services } = context
    const { user } = context.params
    const row = await lockNoticeSetting(context, user)
    context.body()
    requireTestable(row, services)
    context.requireVersion(row.version)
    const channels = channelsOf(row, services)
    await addNotices(
      tx,
      channels.map((channel) => ({ userId: user, kind: 'test', channel })),
    )
    await record(tx, actor, [
      {
        event: 'workspace.notice_setting.test',
        record: { kind: 'noticeSetting', id: user },
        parent: { kind: 'workspaceUser', id: user },
        details: { channels },
      },
    ])
    return answerWritten(context, user)
  },
})

/** 422 if there is no place to send to, or a test waits. */
export function requireTestable(row: NoticeSettingRow, services: Pick<Services, 'smtp'>): void {
  if (channelsOf(row, services).length === 0)
    throw unprocessable({
      by_email: [
        'goes nowhere: the server has no mail server (MUSTER_SMTP_URL), the person has no address, or has turned it off; and there is no chat',
      ],
    })
  if (row.waits_for_test)
    throw unprocessable({ kind: ['is sent already: the list of notices shows what came of it'] })
}
