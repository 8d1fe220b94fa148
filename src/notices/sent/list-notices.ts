import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import {
  noticeChannels,
  noticeKinds,
  noticeLineKinds,
  noticeStates,
} from '../../contract/states.ts'
import { by } from '../../http/lists/list-filters.ts'
import { declareList } from '../../http/lists/list.ts'
import { sortFields } from '../../http/lists/page.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import {
  Count,
  Id,
  Instant,
  instant,
  instantOrNull,
  Nullable,
  OneOf,
  RecordShape,
  Shape,
  Text,
} from '../../http/shapes/schema.ts'
import { selectNotices, type NoticeRow } from './queries.ts'

const Notice = RecordShape({
  id: Id('notice'),
  workspace_user_id: Id('workspaceUser'),
  kind: OneOf(noticeKinds),
  channel: OneOf(noticeChannels),
  state: OneOf(noticeStates),
  told: Type.Array(OneOf(noticeLineKinds), {
    maxItems: noticeLineKinds.length,
    description: 'What its lines were about. It has no names of records, and keeps none',
    examples: [['incidents']],
  }),
  tries: Count,
  error: Nullable(
    Text(300, {
      description: 'In words of Muster; answers are not kept',
      examples: ['The mail server can’t be reached (ECONNREFUSED)'],
    }),
  ),
  next_at: Nullable(Instant),
  timestamp: Shape({ created_at: Instant, last_at: Nullable(Instant) }),
  links: Shape({ self: Text(2000), workspace_user: Text(2000) }),
})

const notices = declareList({
  item: Notice,
  filters: {
    id: by.id('notice', sql`n.id`),
    workspace_user_id: by.id('workspaceUser', sql`n.workspace_user_id`),
    kind: by.word(noticeKinds, sql`n.kind`),
    channel: by.word(noticeChannels, sql`n.channel`),
    state: by.word(noticeStates, sql`n.state`),
    ...by.instants({ created: sql`n.created_at` }),
  },
  sorts: sortFields({ created_at: ['timestamptz', sql`n.created_at`] }),
  defaultSort: '-created_at',
  id: sql`n.id`,
  rows: ({ db }) => selectNotices(db),
  present: (row, { services }) => presentNotice(row, services),
})

export const listNotices = readRoute({
  id: 'listNotices',
  url: '/workspace/notices',
  summary: 'List what people were told by notices',
  description:
    'What was sent, waits to be sent, or could not be sent for a day (`failed`), the latest first. Without `audit.log.view` a person sees their own. It is kept for 90 days.',
  access: { own: 'audit.log.view' },
  query: notices.query,
  response: notices.response,
  handler: async (context) => {
    await context.ask('audit.log.view', { own: true })
    return notices.page(context, isVisible(context))
  },
})

export const describeNotice = readRoute({
  id: 'describeNotice',
  url: '/workspace/notices/:notice',
  summary: 'Describe a notice',
  description: 'Whether it was accepted, how often it was tried, and what came of the last try.',
  access: { own: 'audit.log.view' },
  params: { notice: 'notice' },
  response: Notice,
  handler: async (context) => {
    const { db, etag, params, services } = context
    await context.ask('audit.log.view', { own: true })
    const row = await selectNotices(db)
      .where('n.id', '=', params.notice)
      .where(isVisible(context))
      .executeTakeFirst()
    if (row === undefined) throw noSuch('notice', params.notice)
    etag(row.version)
    return presentNotice(row, services)
  },
})

function isVisible({ may, caller }: Pick<ReadContext, 'may' | 'caller'>) {
  return may('audit.log.view')
    ? sql<boolean>`true`
    : sql<boolean>`n.workspace_user_id = ${caller.id}`
}

function presentNotice(row: NoticeRow, services: { publicOrigin: string }): Static<typeof Notice> {
  const base = `${baseUrl(services)}/workspace`
  const id = encodeId('notice', row.id)
  const user = encodeId('workspaceUser', row.workspace_user_id)
  return {
    id,
    workspace_user_id: user,
    kind: row.kind,
    channel: row.channel,
    state: row.state,
    told: row.told,
    tries: row.tries,
    error: row.error,
    next_at: instantOrNull(row.next_at),
    timestamp: { created_at: instant(row.created_at), last_at: instantOrNull(row.last_at) },
    links: { self: `${base}/notices/${id}`, workspace_user: `${base}/users/${user}` },
  }
}
