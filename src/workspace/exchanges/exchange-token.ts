import { createHash } from 'node:crypto'
import { createTokenSecret } from '../../access/token-secret.ts'
import { isIn, networksOf } from '../../access/networks.ts'
import type { ProvenIdentity } from '../../access/workload-identity.ts'
import type { AuditActor } from '../../audit/record.ts'
import { decodeId } from '../../contract/ids.ts'
import { expandScopes, matchesScope } from '../../contract/permissions.ts'
import { Type } from 'typebox'
import { Problem, WrongGrant } from '../../http/refusals/problem.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { findPermissions, type TrustedIdentity } from '../services/queries.ts'
import { makeToken } from '../tokens/make-token.ts'
import { countExchanged, findTrusting, holdService, type TrustingService } from './queries.ts'

const lifeSeconds = 15 * 60
/** Live tokens of one identity, so that it takes nothing from the others, and of a service. */
const mostLive = { identity: 1000, service: 10_000 } as const
const longestName = 200

const tokenType = 'urn:ietf:params:oauth:token-type'
const accessToken = `${tokenType}:access_token` as const

const Exchange = Shape({
  grant_type: OneOf(['urn:ietf:params:oauth:grant-type:token-exchange']),
  subject_token: Text(12_000, {
    minLength: 1,
    description: 'The OIDC token of the job or workload. It may be sent again while it is valid',
    examples: ['eyJhbGciOiJSUzI1NiJ9.eyJzdWIiOiJyZXBvOmFjbWUvcGF5cm9sbCJ9.c2lnbmF0dXJl'],
  }),
  subject_token_type: OneOf([`${tokenType}:jwt`, `${tokenType}:id_token`]),
  requested_token_type: Type.Optional(OneOf([accessToken])),
  audience: Type.Optional(
    Text(100, {
      description:
        'The id or handle of the service, which is needed where several trust the identity',
      examples: ['payroll-export'],
    }),
  ),
  scope: Type.Optional(
    Text(2000, {
      description: 'Fewer permissions: names or patterns with `*`, separated by blanks',
      examples: ['directory.user.view'],
    }),
  ),
})
type SentExchange = { subject_token: string; audience?: string; scope?: string }

const Exchanged = Shape({
  access_token: Type.String({
    maxLength: 43,
    description: 'The token of the service. It is shown only in this answer',
    examples: ['mst_s0123456789abcdefghijklmnopqrstuvwxyzAB'],
  }),
  issued_token_type: OneOf([accessToken]),
  token_type: OneOf(['Bearer']),
  expires_in: Type.Integer({ description: 'Seconds', examples: [lifeSeconds] }),
  scope: Text(20_000, {
    description: 'Its permissions, separated by blanks',
    examples: ['directory.user.view'],
  }),
})

export const exchangeToken = writeRoute({
  id: 'exchangeToken',
  method: 'POST',
  url: '/auth/token-exchange',
  summary: 'Exchange the identity of a workload for a token of a service',
  description:
    'Token exchange by RFC 8693, without a client: a job or workload sends the OIDC token that its platform gave it, and gets a ' +
    'token of the service that trusts it (`workload_identities`), for 15 minutes. The issuer must be one that the operator lists. ' +
    '400 with `error` for a token that is not valid, and where no service that may act trusts it from this address.',
  access: 'public',
  takesForm: true,
  body: Exchange,
  response: Exchanged,
  prepare: ({ workloadIssuers }, { subject_token }) => workloadIssuers.loadKeys(subject_token),
  handler: async (context) => {
    const sent: SentExchange = context.body()
    const identity = await identify(context, sent)
    const { service, trusted } = await lockTrusting(context, identity, sent)
    const scopes = await scopesOf(context, service, sent)
    const { tx, now, requestId } = context
    const { issuer, subject, id } = identity
    const name = `${subject} at ${issuer}`.slice(0, longestName).trim()
    await requireRoom(context, service, name)
    const secret = createTokenSecret('service')
    const actor: AuditActor = { type: 'service', id: service.id, via: 'api', requestId }
    const token = await makeToken(tx, actor, {
      secret,
      name,
      owner: { kind: 'service', id: service.id },
      parentTokenId: null,
      // Who trusts the job leads it, as whoever issues a token leads what it does.
      issuer: { type: 'user', id: decodeId('workspaceUser', trusted.set_by) ?? '' },
      scopes,
      expiresAt: new Date(now.getTime() + lifeSeconds * 1000),
      exchangedFor: {
        issuer,
        subject,
        audience: trusted.audience,
        ...(id !== undefined && { jti: id }),
      },
    })
    context.showsSecret(token.id)
    return {
      access_token: secret,
      issued_token_type: accessToken,
      token_type: 'Bearer' as const,
      expires_in: lifeSeconds,
      scope: scopes.join(' '),
    }
  },
})

async function identify(
  { services, now, requestId }: WriteContext,
  { subject_token: jwt }: SentExchange,
): Promise<ProvenIdentity> {
  const found = await services.workloadIssuers.identify(jwt, now)
  if (!('fault' in found)) return found
  services.workloadIssuers.logRefused(requestId, {}, found.fault)
  throw new WrongGrant('invalid_request', `The subject_token is refused. ${found.fault}.`)
}

type Trusting = { service: TrustingService; trusted: TrustedIdentity }

/** The one service that trusts the identity, its row locked, with only what fits there, and the first of it. */
async function lockTrusting(
  context: WriteContext,
  identity: ProvenIdentity,
  { audience }: SentExchange,
): Promise<Trusting> {
  const { tx, now, requestId, services } = context
  const { issuer, subject } = identity
  const address = context.address()
  const atIssuer = await findTrusting(tx, issuer, { now })
  const fitting = atIssuer.flatMap((service) => trusting(service, identity, address) ?? [])
  const named = fitting.filter((service) => isNamed(service, audience))
  const [first, second] = named
  if (second !== undefined)
    throw new WrongGrant(
      'invalid_target',
      'Several services trust this identity: name one in audience.',
    )
  if (first === undefined) {
    const why = whyUntrusted(atIssuer, fitting, identity)
    services.workloadIssuers.logRefused(requestId, identity, why)
    throw untrusted(audience)
  }
  // Before the row is held: who is refused makes no one wait.
  const counted = createHash('sha256').update(JSON.stringify([first.id, issuer, subject]))
  context.countNewToken({ type: 'service', id: counted.digest('base64') })
  await holdService(tx, first.id)
  const [held] = await findTrusting(tx, issuer, { now, id: first.id })
  const service = held && trusting(held, identity, address)
  const [trusted] = service?.workload_identities ?? []
  if (service === undefined || trusted === undefined) throw untrusted(audience)
  return { service, trusted }
}

function handles(services: readonly TrustingService[]): string {
  const first = services.slice(0, 5)
  return first.map(({ handle }) => handle).join(', ')
}

/** For the log, which an operator reads: what the services at this issuer ask for that this identity does not have. */
function whyUntrusted(
  atIssuer: readonly TrustingService[],
  fitting: readonly TrustingService[],
  identity: ProvenIdentity,
): string {
  if (atIssuer.length === 0) return 'no service that may act trusts anybody at this issuer'
  if (fitting.length > 0) return `audience names another service than ${handles(fitting)}`
  const trusts = (test: (each: TrustedIdentity) => boolean) =>
    handles(atIssuer.filter((service) => service.workload_identities.some(test)))
  const whole = trusts((each) => fits(each, identity))
  if (whole !== '') return `the address is in no network of ${whole}`
  const subject = trusts((each) => matchesScope(each.subject, identity.subject))
  if (subject !== '') return `${subject} trusts this subject for another audience`
  return `${handles(atIssuer)} trusts other subjects at this issuer`
}

/** One answer for all reasons: who asks learns nothing of services that don't trust them. */
function untrusted(audience: string | undefined): WrongGrant {
  return new WrongGrant(
    audience === undefined ? 'invalid_request' : 'invalid_target',
    'The subject_token is valid, but no such service that may act trusts its issuer, audience and subject from this address.',
  )
}

/** The service with only what fits this identity; undefined where nothing does. */
function trusting(
  service: TrustingService,
  identity: ProvenIdentity,
  address: string,
): TrustingService | undefined {
  const { allowed_networks: networks } = service
  if (networks !== null && !isIn(networksOf(networks), address)) return undefined
  const fitting = service.workload_identities.filter((each) => fits(each, identity))
  return fitting.length === 0 ? undefined : { ...service, workload_identities: fitting }
}

function fits(trusted: TrustedIdentity, { issuer, audiences, subject }: ProvenIdentity): boolean {
  return (
    trusted.issuer === issuer &&
    audiences.includes(trusted.audience) &&
    matchesScope(trusted.subject, subject)
  )
}

function isNamed({ id, handle }: TrustingService, audience: string | undefined): boolean {
  return audience === undefined || audience === handle || decodeId('service', audience) === id
}

/** What the service still holds of what its fitting identities were given, or what is asked of that. */
async function scopesOf(
  { tx }: WriteContext,
  service: TrustingService,
  { scope }: SentExchange,
): Promise<string[]> {
  const held = new Set(await findPermissions(tx, service.id))
  const given = new Set(service.workload_identities.flatMap(({ scopes }) => scopes))
  const all = [...given.intersection(held)].sort()
  const asked: ReadonlySet<string> = expandScopes((scope ?? '*').split(' ').filter(Boolean))
  const narrowed = all.filter((permission) => asked.has(permission))
  if (narrowed.length > 0) return narrowed
  const why = scope === undefined ? 'of those that it was given' : 'that scope names'
  throw new WrongGrant('invalid_scope', `The service has no permission ${why}.`)
}

async function requireRoom(
  { tx, now }: WriteContext,
  { id }: TrustingService,
  name: string,
): Promise<void> {
  const live = await countExchanged(tx, { id, name }, now)
  for (const whose of ['identity', 'service'] as const)
    if (live[whose] >= mostLive[whose]) {
      const message = `The ${whose} has ${mostLive[whose]} live tokens of exchanges. Try again in a minute.`
      throw new Problem(429, message, { headers: { 'retry-after': '60' } })
    }
}
