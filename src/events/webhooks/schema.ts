import { Type, type Static } from 'typebox'
import { createHash } from 'node:crypto'
import { isLoopbackName } from '../../outgoing/allowed-address.ts'
import { hostOf, isListed, portOf, type ListedHost } from '../../outgoing/listed-hosts.ts'
import { eventTypes } from '../../contract/event-types.ts'
import { decodeId, encodeId } from '../../contract/ids.ts'
import type { Permission } from '../../contract/permissions.ts'
import { webhookAttemptStates, webhookPauses, webhookStates } from '../../contract/states.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import {
  Count,
  Id,
  Instant,
  instant,
  instantOrNull,
  Name,
  Nullable,
  OneOf,
  PolicyResourceId,
  RecordShape,
  Shape,
  Text,
} from '../../http/shapes/schema.ts'
import type { AttemptRow, WebhookRow, WebhookValues } from './queries.ts'

export const mostWebhooks = 50

/** What adds to what is sent: the right to events, and to names. */
export const sentPermissions = [
  'audit.log.view',
  'directory.user.view',
  'policy.rule.view',
] as const satisfies readonly Permission[]

const WebhookUrl = Text(2000, {
  minLength: 1,
  description:
    'https to a host that an operator lists in MUSTER_WEBHOOK_HOSTS; http only to the loopback address',
  examples: ['https://hooks.acme.example/muster'],
})
const filters = {
  event_types: Type.Array(OneOf(eventTypes), {
    maxItems: eventTypes.length,
    uniqueItems: true,
    description: 'Empty: all',
    examples: [['policy.user.create', 'policy.user.end']],
  }),
  resource_ids: Type.Array(PolicyResourceId, {
    maxItems: 100,
    uniqueItems: true,
    description: 'Only events of manifests of these resources and attributes. Empty: all',
    examples: [[]],
  }),
  integration_ids: Type.Array(Id('integration'), {
    maxItems: 100,
    uniqueItems: true,
    description: 'Only events that concern these sources. Empty: all',
    examples: [[]],
  }),
}

export const WebhookInput = {
  name: Name(200, ['Provisioning']),
  url: WebhookUrl,
  event_types: Type.Optional(filters.event_types),
  resource_ids: Type.Optional(filters.resource_ids),
  integration_ids: Type.Optional(filters.integration_ids),
}

const ErrorText = Nullable(
  Text(300, {
    description: 'In words of Muster; answers are not kept',
    examples: ['It answered 500'],
  }),
)
const Status = Nullable(Type.Integer({ minimum: 100, maximum: 999, examples: [204] }))

const ownFields = {
  id: Id('webhook'),
  state: OneOf(webhookStates),
  paused_as: Nullable(
    OneOf(webhookPauses, {
      description:
        'Why it is paused: by a `user`; its `owner` has ended or may not read events any more; the receiver is `gone` (410); `failing` for a day',
    }),
  ),
  name: WebhookInput.name,
  url: WebhookUrl,
  owner: Shape(
    {
      type: OneOf(['user', 'service']),
      id: Type.String({ maxLength: 32, examples: ['wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
    },
    { description: 'Its maker: what is sent is what they may read now' },
  ),
  permissions: Type.Array(OneOf(sentPermissions), {
    maxItems: sentPermissions.length,
    description: 'Those of its maker that it has, as long as they do',
    examples: [['audit.log.view', 'directory.user.view']],
  }),
  ...filters,
  delivery: Shape({
    failures: Count,
    failing_since: Nullable(Instant),
    next_at: Nullable(Instant),
    succeeded_at: Nullable(Instant),
    status: Status,
    error: ErrorText,
  }),
  former_secret_until: Nullable(Instant),
  timestamp: Shape({ created_at: Instant, updated_at: Instant }),
  links: Shape({ self: Text(2000), attempts: Text(2000) }),
}

/** A webhook as a list shows it. */
export const WebhookSummary = RecordShape(ownFields)
const counted = { count: Shape({ waiting: Count, dead: Count }) }
export const Webhook = RecordShape({ ...ownFields, ...counted })
/** With its secret, which is shown once. */
export const CreatedWebhook = RecordShape({
  secret: Text(100, {
    description: 'Signs the messages (Standard Webhooks). It is in this response only',
    examples: ['whsec_MfKQ9r8GKYqrTwjUPD8ILPZIo2LaLaSwMfKQ9r8GKYq='],
  }),
  ...ownFields,
  ...counted,
})

export const WebhookAttempt = RecordShape({
  id: Id('webhookAttempt'),
  event_id: Id('auditLog'),
  type: Text(200, { examples: ['muster.policy.user.create'] }),
  subject: Text(32, { examples: ['drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
  state: OneOf(webhookAttemptStates),
  tries: Count,
  status: Status,
  error: ErrorText,
  next_at: Nullable(Instant),
  timestamp: Shape({ first_at: Instant, last_at: Instant }),
  links: Shape({ self: Text(2000) }),
})

export function presentWebhook(
  row: WebhookRow,
  services: { publicOrigin: string },
): Static<typeof WebhookSummary> {
  const id = encodeId('webhook', row.id)
  const self = `${baseUrl(services)}/workspace/webhooks/${id}`
  return {
    id,
    state: row.state,
    paused_as: row.paused_as,
    name: row.name,
    url: row.url,
    owner:
      row.service_id === null
        ? { type: 'user', id: encodeId('workspaceUser', row.workspace_user_id ?? '') }
        : { type: 'service', id: encodeId('service', row.service_id) },
    permissions: sentPermissions.filter((each) => row.permissions.includes(each)),
    event_types: eventTypes.filter((each) => row.event_types.includes(each)),
    resource_ids: row.resource_ids.map((uuid) =>
      encodeId(row.attribute_ids.includes(uuid) ? 'attribute' : 'resource', uuid),
    ),
    integration_ids: row.integration_ids.map((uuid) => encodeId('integration', uuid)),
    delivery: {
      failures: row.failures,
      failing_since: instantOrNull(row.failing_since),
      next_at: row.failures === 0 ? null : instant(row.next_at),
      succeeded_at: instantOrNull(row.succeeded_at),
      status: row.last_status,
      error: row.last_error,
    },
    former_secret_until: instantOrNull(row.former_until),
    timestamp: { created_at: instant(row.created_at), updated_at: instant(row.updated_at) },
    links: { self, attempts: `${self}/attempts` },
  }
}

export function presentAttempt(
  row: AttemptRow,
  services: { publicOrigin: string },
): Static<typeof WebhookAttempt> {
  const id = encodeId('webhookAttempt', row.id)
  const webhook = encodeId('webhook', row.webhook_id)
  return {
    id,
    event_id: encodeId('auditLog', row.audit_log_id),
    type: `muster.${row.event}`,
    subject: row.subject,
    state: row.state,
    tries: row.tries,
    status: row.status,
    error: row.error,
    next_at: instantOrNull(row.next_at),
    timestamp: { first_at: instant(row.first_at), last_at: instant(row.last_at) },
    links: { self: `${baseUrl(services)}/workspace/webhooks/${webhook}/attempts/${id}` },
  }
}

type Filters = { event_types?: string[]; resource_ids?: string[]; integration_ids?: string[] }

/** The filters of a body with uuids. */
export function storedFilters(body: Filters): Partial<Omit<WebhookValues, 'name' | 'url'>> {
  const { event_types, resource_ids, integration_ids } = body
  return {
    ...(event_types && { event_types: [...event_types].sort() }),
    ...(resource_ids && {
      resource_ids: resource_ids.flatMap(
        (id) => decodeId('resource', id) ?? decodeId('attribute', id) ?? [],
      ),
    }),
    ...(integration_ids && {
      integration_ids: integration_ids.flatMap((id) => decodeId('integration', id) ?? []),
    }),
  }
}

/** What audit rows have of it. An address may have a secret in its path, so they have its origin and a digest. */
export function webhookFacts({ name, url, event_types, ...ids }: WebhookValues) {
  return {
    name,
    origin: new URL(url).origin,
    url_digest: createHash('sha256').update(url).digest('hex').slice(0, 16),
    event_types: [...event_types],
    resource_ids: [...ids.resource_ids],
    integration_ids: ids.integration_ids.map((id) => encodeId('integration', id)),
  }
}

/** 422 for an address, sent as `field`, to which nothing may be sent. @returns it as it is stored */
export function requireWebhookUrl(
  sent: string,
  hosts: readonly ListedHost[],
  field = 'url',
): string {
  const refuse = (why: string) => unprocessable({ [field]: [why] })
  const url = URL.parse(sent)
  if (url === null) throw refuse('is no address')
  const host = hostOf(url)
  const isPlain = url.protocol === 'http:' && isLoopbackName(host)
  if (url.protocol !== 'https:' && !isPlain)
    throw refuse('must begin with https://; http is for the loopback address only')
  if (url.username !== '' || url.password !== '') throw refuse('must have no user and no password')
  if (url.hash !== '') throw refuse('must have no part after #')
  if (!isListed(hosts, { host: url.hostname, port: portOf(url) }))
    throw refuse(
      `names a host that nothing may be sent to. An operator adds ${url.hostname}:${portOf(url)} to MUSTER_WEBHOOK_HOSTS in the server's environment`,
    )
  return url.href
}
