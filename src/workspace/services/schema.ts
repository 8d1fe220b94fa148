import { type Static, Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { scopePattern } from '../../contract/permissions.ts'
import { serviceEnvironments, serviceKinds, serviceStates } from '../../contract/states.ts'
import {
  Count,
  Id,
  Instant,
  instant,
  InstantInput,
  instantOrNull,
  Name,
  Nullable,
  OneOf,
  RecordShape,
  Shape,
  Text,
} from '../../http/shapes/schema.ts'
import type { ServiceRow, ServiceValues } from './queries.ts'
import { ConfirmEveryDays, PersonOfService, presentPerson } from './sponsors.ts'

export const ServiceName = Name(200, ['Payroll export'])
export const ServiceHandle = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{0,62}$',
  description: 'Unique among services that are not deleted',
  examples: ['payroll-export'],
})
export const ServiceDescription = Text(1000, { examples: ['Sends the monthly export to payroll'] })

export const ServiceKind = OneOf(serviceKinds, {
  description: '`agent` for an AI agent, which lists tell apart by it',
})
export const ServiceEnvironment = Nullable(OneOf(serviceEnvironments))
export const ServiceNotes = Text(10_000, {
  description: 'What those who look after it should know',
  examples: ['Runs on build-7 every night at two; rotate its token with the certificate'],
})
export const AllowedNetworks = Nullable(
  Type.Array(Type.String({ minLength: 2, maxLength: 49, examples: ['192.0.2.0/24'] }), {
    minItems: 1,
    maxItems: 100,
    description:
      'Networks in CIDR notation from which its tokens may be used, and addresses; null for any. An IPv4 address inside IPv6 counts as that IPv4 address',
    examples: [['192.0.2.0/24', '2001:db8:7::/48']],
  }),
)
const identityClaims = {
  issuer: Text(500, {
    minLength: 1,
    description:
      'The `iss` of its tokens: an issuer that the operator lists in MUSTER_WORKLOAD_ISSUERS',
    examples: ['https://token.actions.githubusercontent.com'],
  }),
  audience: Text(500, {
    minLength: 1,
    description: 'What `aud` of its tokens contains',
    examples: ['https://muster.acme.example'],
  }),
  subject: Text(500, {
    minLength: 1,
    description: 'The `sub` of its tokens; each `*` stands for any characters',
    examples: ['repo:acme/payroll:ref:refs/heads/main'],
  }),
}
const identityScopes = {
  items: Type.String({ pattern: scopePattern, maxLength: 100 }),
  options: { maxItems: 200, uniqueItems: true, examples: [['directory.user.view']] },
}
const identityOptions = {
  maxItems: 10,
  description:
    'Jobs and workloads that get a token of the service for 15 minutes in exchange for an OIDC token of their own',
}

const WorkloadIdentities = Type.Array(
  Shape({
    ...identityClaims,
    scopes: Type.Array(identityScopes.items, {
      ...identityScopes.options,
      description: 'Names of permissions that the service held when this was set',
    }),
    set_by: { ...Id('workspaceUser'), description: 'Who trusts it. It leads what the job does' },
    set_at: Instant,
  }),
  identityOptions,
)

export const SentIdentities = Type.Array(
  Shape({
    ...identityClaims,
    scopes: Type.Optional(
      Type.Array(identityScopes.items, {
        ...identityScopes.options,
        minItems: 1,
        description:
          'Names of permissions, or patterns with `*`; by default `*.view`, or those of the same identity before',
      }),
    ),
  }),
  identityOptions,
)
/** From then on its tokens are refused. */
export const ServiceEnd = Nullable({
  ...InstantInput,
  description: 'From then on its tokens are refused; null for no end. It is in the future',
})

const Link = Type.String({ maxLength: 2000 })
const ownFields = {
  id: Id('service'),
  state: OneOf(serviceStates),
  name: ServiceName,
  handle: ServiceHandle,
  description: ServiceDescription,
  kind: ServiceKind,
  environment: ServiceEnvironment,
  notes: ServiceNotes,
  allowed_networks: AllowedNetworks,
  workload_identities: WorkloadIdentities,
  last_used_address: Nullable(
    Text(45, { description: 'Where its last use came from', examples: ['192.0.2.7'] }),
  ),
  is_unattended: Type.Boolean({ description: 'True when none of its admins is an active person' }),
  sponsor: { ...PersonOfService, description: 'The directory user who answers for it' },
  represented_by: {
    ...PersonOfService,
    description:
      'Who answers for it while the sponsor is suspended: the nearest active manager above',
  },
  is_unconfirmed: Type.Boolean({
    description: 'True when nobody has confirmed in time that it is still needed',
  }),
  is_unsponsored: Type.Boolean({
    description:
      'True when nobody answers for it: it has no sponsor, or nobody who represents them',
  }),
  suggested_sponsor: {
    ...PersonOfService,
    description:
      'Of a service without a sponsor: the active admin who has been one longest, as a directory user',
  },
  confirm_every_days: ConfirmEveryDays,
  timestamp: Shape({
    created_at: Instant,
    updated_at: Instant,
    expires_at: Nullable(Instant),
    last_used_at: Nullable({
      ...Instant,
      description: 'Of any of its tokens, within a minute or so',
    }),
    confirmed_at: {
      ...Instant,
      description: 'When someone last confirmed that it is still needed',
    },
    confirm_by: {
      ...Instant,
      description:
        'Until when someone has to confirm it again; 30 days after that the service gets an end',
    },
    deleted_at: Nullable(Instant),
  }),
  links: Shape({ self: Link, admins: Link, tokens: Link, permissions: Link, logs: Link }),
}

/** A service as a list shows it. */
export const ServiceSummary = RecordShape(ownFields)
export const Service = RecordShape({
  ...ownFields,
  count: Shape({
    service_admins: Count,
    permissions: Count,
    tokens: Type.Integer({ minimum: 0, description: 'Not expired and not revoked', examples: [2] }),
  }),
})

export function serviceUrl(baseUrl: string, serviceId: string): string {
  return `${baseUrl}/workspace/services/${encodeId('service', serviceId)}`
}

export function presentService(
  row: ServiceRow,
  { baseUrl, seesPeople }: { baseUrl: string; seesPeople: boolean },
): Static<typeof ServiceSummary> {
  const { sponsor, answers } = row
  const self = serviceUrl(baseUrl, row.id)
  return {
    id: encodeId('service', row.id),
    state: row.state,
    name: row.name,
    handle: row.handle,
    description: row.description,
    kind: row.kind,
    environment: row.environment,
    notes: row.notes,
    allowed_networks: row.allowed_networks,
    workload_identities: row.workload_identities,
    last_used_address: row.last_used_address,
    is_unattended: row.is_unattended,
    sponsor: presentPerson(sponsor, seesPeople),
    represented_by: presentPerson(answers?.id === sponsor?.id ? null : answers, seesPeople),
    is_unconfirmed: row.is_unconfirmed,
    is_unsponsored: answers === null,
    suggested_sponsor: presentPerson(row.suggested_sponsor, seesPeople),
    confirm_every_days: row.confirm_every_days,
    timestamp: {
      created_at: instant(row.created_at),
      updated_at: instant(row.updated_at),
      expires_at: instantOrNull(row.ends_at),
      last_used_at: instantOrNull(row.last_used_at),
      confirmed_at: instant(row.confirmed_at),
      confirm_by: instant(row.confirm_by),
      deleted_at: instantOrNull(row.deleted_at),
    },
    links: {
      self,
      admins: `${self}/admins`,
      tokens: `${self}/tokens`,
      permissions: `${self}/permissions`,
      logs: `${self}/logs`,
    },
  }
}

/** The values of a service that its audit rows have, from a row or from what is to be written. */
export function serviceFacts(row: ServiceValues): ServiceValues {
  const { name, handle, description, kind, environment, notes, allowed_networks } = row
  const { workload_identities, confirm_every_days } = row
  const facts = { name, handle, description, kind, environment, notes, allowed_networks }
  return { ...facts, workload_identities, confirm_every_days }
}

/** The state and the end, as audit rows show them. */
export function serviceLifecycle({ state, ends_at }: Pick<ServiceRow, 'state' | 'ends_at'>) {
  return { state, expires_at: instantOrNull(ends_at) }
}

/** Who answers for it and until when, as audit rows show them. */
export function serviceAnswered({
  sponsor_id: sponsor,
  confirm_by,
}: Pick<ServiceRow, 'sponsor_id' | 'confirm_by'>) {
  return {
    sponsor_id: sponsor && encodeId('directoryUser', sponsor),
    confirm_by: instant(confirm_by),
  }
}
