import { type Static, Type } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { serviceStates } from '../../contract/states.ts'
import {
  Count,
  Id,
  Instant,
  instant,
  instantOrNull,
  Name,
  Nullable,
  OneOf,
  RecordShape,
  Shape,
  Text,
} from '../../http/shapes/schema.ts'
import type { ServiceRow, ServiceValues } from './queries.ts'

export const ServiceName = Name(200, ['Payroll export'])
export const ServiceHandle = Type.String({
  pattern: '^[a-z0-9][a-z0-9_-]{0,62}$',
  description: 'Unique among services that are not deleted',
  examples: ['payroll-export'],
})
export const ServiceDescription = Text(1000, { examples: ['Sends the monthly export to payroll'] })

const Link = Type.String({ maxLength: 2000 })
const ownFields = {
  id: Id('service'),
  state: OneOf(serviceStates),
  name: ServiceName,
  handle: ServiceHandle,
  description: ServiceDescription,
  is_unattended: Type.Boolean({ description: 'True when none of its admins is an active person' }),
  timestamp: Shape({ created_at: Instant, updated_at: Instant, deleted_at: Nullable(Instant) }),
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

export function presentService(row: ServiceRow, baseUrl: string): Static<typeof ServiceSummary> {
  const self = serviceUrl(baseUrl, row.id)
  return {
    id: encodeId('service', row.id),
    state: row.state,
    name: row.name,
    handle: row.handle,
    description: row.description,
    is_unattended: row.is_unattended,
    timestamp: {
      created_at: instant(row.created_at),
      updated_at: instant(row.updated_at),
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
export function serviceFacts({ name, handle, description }: ServiceValues): ServiceValues {
  return { name, handle, description }
}
