import { sql } from 'kysely'
import { by } from '../../http/lists/list-filters.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { readRoute } from '../../http/route/route.ts'
import { selectNoticeSettings } from './queries.ts'
import { NoticeSetting, presentNoticeSetting } from './schema.ts'

// They need no index: people who sign in are few.
const settings = declareList({
  item: NoticeSetting,
  filters: {
    workspace_user_id: by.id('workspaceUser', sql`u.id`),
  },
  sorts: sortFields({ name: ['text', sql`u.name`] }),
  defaultSort: 'name',
  id: sql`u.id`,
  rows: ({ db }) => selectNoticeSettings(db),
  present: (row, { services }) => presentNoticeSetting(row, services),
})

export const listNoticeSettings = readRoute({
  id: 'listNoticeSettings',
  url: '/workspace/notice-settings',
  summary: 'List what people are told by notices, and where',
  description:
    'By the name of the person unless sorted otherwise. Without `workspace.user.view` a person sees their own.',
  access: { own: 'workspace.user.view' },
  query: settings.query,
  response: settings.response,
  handler: async (context) => {
    await context.ask('workspace.user.view', { own: true })
    if (context.may('workspace.user.view')) return settings.page(context)
    return settings.page(context, sql<boolean>`u.id = ${context.caller.id}`)
  },
})
