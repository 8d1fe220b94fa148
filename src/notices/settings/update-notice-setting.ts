import { Type, type Static } from 'typebox'
import { changesBetween, record } from '../../audit/record.ts'
import type { Permission } from '../../contract/permissions.ts'
import { lacking } from '../../http/callers/authorise.ts'
import { noSuch, unprocessable } from '../../http/refusals/problem.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { Nullable, Shape, Text } from '../../http/shapes/schema.ts'
import { requireWebhookUrl } from '../../events/webhooks/schema.ts'
import { isTimeZone } from '../../workspace/summary/coming-days.ts'
import { lockManagedUser } from '../../workspace/users/protected-user.ts'
import { findUser } from '../../workspace/users/queries.ts'
import { sealChatAddress } from './chat-address.ts'
import {
  findNoticeSetting,
  writeNoticeSetting,
  type ChatValues,
  type NoticeSettingRow,
  type NoticeSettingValues,
} from './queries.ts'
import { answerWritten, isOwn } from './describe-notice-setting.ts'
import { NoticeSetting, settingFields } from './schema.ts'

const Changes = Shape({
  by_email: Type.Optional(settingFields.by_email),
  at_once: Type.Optional(settingFields.at_once),
  digest_hour: Type.Optional(settingFields.digest_hour),
  time_zone: Type.Optional(settingFields.time_zone),
  muted: Type.Optional(settingFields.muted),
  chat_type: Type.Optional(settingFields.chat_type),
  chat_url: Type.Optional(
    Nullable(
      Text(2000, {
        minLength: 1,
        description:
          'The incoming webhook of the chat, at a host that an operator lists in MUSTER_WEBHOOK_HOSTS. It is a secret: it is encrypted, and never shown. Null: to no chat',
        examples: ['https://hooks.acme.example/services/T0/B0/secret'],
      }),
    ),
  ),
})

/** What notices are made of, each part only for those who hold its permission. */
const toldPermissions: readonly Permission[] = [
  'policy.rule.view',
  'directory.user.view',
  'directory.identity.view',
  'directory.dimension.view',
  'workspace.integration.view',
  'workspace.service.view',
]

export const updateNoticeSetting = writeRoute({
  id: 'updateNoticeSetting',
  method: 'PATCH',
  url: '/workspace/notice-settings/:user',
  summary: 'Change what a person is told by notices, and where',
  description:
    'A person changes their own. With `workspace.user.manage`, and every permission that the person holds, those of others can be turned off: by `by_email` and `at_once` false, and `digest_hour`, `chat_type` and `chat_url` null. ' +
    'A chat gets what the person may read, so a token that names one needs the scopes for all that notices tell: ' +
    `${toldPermissions.map((each) => `\`${each}\``).join(', ')}.`,
  access: { own: 'workspace.user.manage' },
  params: { user: 'workspaceUser' },
  body: Changes,
  isVersioned: true,
  takesCredentials: true,
  response: NoticeSetting,
  handler: async (context) => {
    const { tx, actor } = context
    const { user } = context.params
    const before = await lockNoticeSetting(context, user)
    const body = context.body()
    if (!isOwn(context, user)) requireTurningOff(body)
    if (body.time_zone !== undefined && !isTimeZone(body.time_zone))
      throw unprocessable({ time_zone: ['is not the name of a time zone, such as Europe/Berlin'] })
    const chat = await chatOf(context, before, body)
    context.requireVersion(before.version)
    const { chat_url: _url, chat_type: _type, ...sent } = body
    const values = { ...valuesOf(before), ...sent, muted: sent.muted ?? before.muted }
    const isNewAddress = chat.sealed !== undefined && chat.sealed !== null
    const changes = changesBetween(factsOf(before, before), {
      ...factsOf(values, chat),
      ...(isNewAddress && { chat_address: 'replaced' }),
    })
    if (Object.keys(changes).length === 0) return answerWritten(context, user)
    await writeNoticeSetting(tx, user, values, chat)
    await record(tx, actor, [
      {
        event: 'workspace.notice_setting.update',
        record: { kind: 'noticeSetting', id: user },
        parent: { kind: 'workspaceUser', id: user },
        changes,
      },
    ])
    return answerWritten(context, user)
  },
})

/** The settings of the path, locked: 404, then 403 for those of another person whom the caller may not manage. */
export async function lockNoticeSetting(
  context: WriteContext,
  userId: string,
): Promise<NoticeSettingRow> {
  const { tx } = context
  if (isOwn(context, userId)) {
    await findUser(tx, userId, { lock: true })
    await context.ask('workspace.user.manage', { own: true })
  } else await lockManagedUser(context, userId)
  const row = await findNoticeSetting(tx, userId)
  if (row === undefined) throw noSuch('workspaceUser', userId)
  return row
}

/** 422 for what would have another person told of more, or elsewhere. */
function requireTurningOff({ by_email, at_once, digest_hour, ...rest }: Static<typeof Changes>) {
  const more = { by_email: by_email === true, at_once: at_once === true, digest_hour }
  const refused = [
    ...Object.entries(more).flatMap(([name, value]) => ((value ?? false) === false ? [] : [name])),
    ...Object.entries(rest).flatMap(([name, value]) => (value === null ? [] : [name])),
  ]
  if (refused.length === 0) return
  const why = 'is for the person themselves: of others notices can only be turned off'
  throw unprocessable(Object.fromEntries(refused.map((name) => [name, [why]])))
}

/** The chat after the change. A new address needs its type, and all scopes for what is sent there. */
async function chatOf(
  { tx, services, caller }: WriteContext,
  { id, chat_type: type, chat_host: host }: NoticeSettingRow,
  { chat_type: newType, chat_url: sent }: Static<typeof Changes>,
): Promise<ChatValues> {
  if (newType === null || sent === null) {
    if ((newType ?? null) !== null || (sent ?? null) !== null)
      throw unprocessable({ chat_url: ['must have a chat_type beside it, or both must be null'] })
    return { chat_type: null, chat_host: null, sealed: null }
  }
  const chat_type = newType ?? type
  if (sent === undefined) {
    if (newType !== undefined && host === null)
      throw unprocessable({ chat_url: ['is missing: a chat needs the address of its webhook'] })
    return { chat_type, chat_host: host }
  }
  if (chat_type === null)
    throw unprocessable({ chat_type: ['is missing: it says which form messages have'] })
  const url = requireWebhookUrl(sent, services.webhookHosts, 'chat_url')
  const missing = toldPermissions.filter((each) => !caller.scoped.has(each))
  if (missing.length > 0) throw lacking(caller, missing)
  const sealed = await sealChatAddress(tx, services.secretKeys, { userId: id, url })
  return { chat_type, chat_host: new URL(url).host, sealed }
}

function valuesOf(row: NoticeSettingValues): NoticeSettingValues {
  const { by_email, at_once, digest_hour, time_zone, muted } = row
  return { by_email, at_once, digest_hour, time_zone, muted }
}

/** What audit rows have of it: of the chat the host alone. */
function factsOf(
  values: NoticeSettingValues,
  { chat_type, chat_host }: Pick<ChatValues, 'chat_type' | 'chat_host'>,
) {
  return { ...valuesOf(values), muted: [...values.muted].sort(), chat_type, chat_host }
}
