import type { Static } from 'typebox'
import { noSuch } from '../../http/refusals/problem.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { findNoticeSetting, type NoticeSettingRow } from './queries.ts'
import { NoticeSetting, presentNoticeSetting } from './schema.ts'

/** Whether settings are the caller's own. */
export function isOwn({ caller }: Pick<ReadContext, 'caller'>, userId: string): boolean {
  return caller.type === 'user' && caller.id === userId
}

export const describeNoticeSetting = readRoute({
  id: 'describeNoticeSetting',
  url: '/workspace/notice-settings/:user',
  summary: 'Describe what a person is told by notices, and where',
  description:
    'A person sees their own, and others with `workspace.user.view`. Who never changed them has the usual ones.',
  access: { own: 'workspace.user.view' },
  params: { user: 'workspaceUser' },
  response: NoticeSetting,
  handler: async (context) => {
    const { user } = context.params
    const row = await findNoticeSetting(context.db, user)
    if (row === undefined) throw noSuch('workspaceUser', user)
    await context.ask('workspace.user.view', { own: isOwn(context, user) })
    return answerNoticeSetting(context, row)
  },
})

/** Settings as they are answered alone, with their ETag. */
function answerNoticeSetting(
  { etag, services }: Pick<ReadContext, 'etag' | 'services'>,
  row: NoticeSettingRow,
): Static<typeof NoticeSetting> {
  etag(row.version, row.email === null ? '0' : 'E')
  return presentNoticeSetting(row, services)
}

/** The settings as they are after a write. */
export async function answerWritten(
  context: Pick<ReadContext, 'db' | 'etag' | 'services'>,
  userId: string,
): Promise<Static<typeof NoticeSetting>> {
  const row = await findNoticeSetting(context.db, userId)
  if (row === undefined) throw new Error(`the workspace user ${userId} is not there`)
  return answerNoticeSetting(context, row)
}
