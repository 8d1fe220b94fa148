import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { chatTypes, noticeLineKinds } from '../../contract/states.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import type { Services } from '../../http/route/services.ts'
import {
  Id,
  Instant,
  instantOrNull,
  Nullable,
  OneOf,
  RecordShape,
  Shape,
  Text,
} from '../../http/shapes/schema.ts'
import type { NoticeSettingRow } from './queries.ts'

export const settingFields = {
  by_email: Type.Boolean({
    description: 'By e-mail to `email`, if the server has a mail server',
    examples: [true],
  }),
  at_once: Type.Boolean({
    description: 'Tell of incidents and failing sources at once too, within a minute or two',
    examples: [true],
  }),
  digest_hour: Nullable(
    Type.Integer({
      minimum: 0,
      maximum: 23,
      description: 'When the daily digest is sent, by `time_zone`. Null: no digest',
      examples: [8],
    }),
  ),
  time_zone: Type.String({
    minLength: 1,
    maxLength: 64,
    pattern: '^[A-Za-z0-9_+/-]+$',
    description: 'The IANA name of the zone of `digest_hour`',
    examples: ['Europe/Berlin'],
  }),
  muted: Type.Array(OneOf(noticeLineKinds), {
    maxItems: noticeLineKinds.length,
    uniqueItems: true,
    description: 'What the person is not told of',
    examples: [['orphans', 'due_people']],
  }),
  chat_type: Nullable(
    OneOf(chatTypes, { description: 'The form of messages to a chat. Null: to no chat' }),
  ),
}

export const NoticeSetting = RecordShape({
  id: Id('noticeSetting'),
  workspace_user_id: Id('workspaceUser'),
  name: Text(200, { examples: ['Ada Lovelace'] }),
  email: Nullable(Text(254, { examples: ['ada@example.com'] })),
  is_email_available: Type.Boolean({
    description: 'The server has a mail server (`MUSTER_SMTP_URL`), and the person an address',
  }),
  ...settingFields,
  chat_host: Nullable(
    Text(300, {
      description: 'Where messages to the chat are sent; the rest of the address is not shown',
      examples: ['hooks.slack.com'],
    }),
  ),
  timestamp: Shape({
    updated_at: Nullable(Instant),
  }),
  links: Shape({ self: Text(2000), workspace_user: Text(2000), notices: Text(2000) }),
})

export function presentNoticeSetting(
  row: NoticeSettingRow,
  services: Pick<Services, 'publicOrigin' | 'smtp'>,
): Static<typeof NoticeSetting> {
  const base = `${baseUrl(services)}/workspace`
  const user = encodeId('workspaceUser', row.id)
  return {
    id: encodeId('noticeSetting', row.id),
    workspace_user_id: user,
    name: row.name,
    email: row.email,
    is_email_available: services.smtp !== null && row.email !== null,
    by_email: row.by_email,
    at_once: row.at_once,
    digest_hour: row.digest_hour,
    time_zone: row.time_zone,
    muted: noticeLineKinds.filter((kind) => row.muted.includes(kind)),
    chat_type: row.chat_type,
    chat_host: row.chat_host,
    timestamp: { updated_at: instantOrNull(row.updated_at) },
    links: {
      self: `${base}/notice-settings/${user}`,
      workspace_user: `${base}/users/${user}`,
      notices: `${base}/notices?filter[workspace_user_id]=${user}`,
    },
  }
}
