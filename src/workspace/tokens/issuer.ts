import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import type { Actor } from '../../access/caller.ts'
import { seesWorkspaceUser } from '../../access/rights.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'

const properties = {
  type: OneOf(['user', 'service']),
  id: Type.String({ maxLength: 32, examples: ['wsusr_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
  name: Nullable(
    Text(200, {
      description: 'Null for a caller who may not see the person or the service',
      examples: ['Ada Lovelace'],
    }),
  ),
}
const description =
  'The person or service that made it, also if they were signed in as another person. Null if the command line did, or for a token that a workload got in exchange for its own.'

/** The issuer of a credential. */
export const Issuer = Nullable(Shape(properties, { description }))
export const issuerProperties = properties
export const issuerDescription = description

/** The issuer of a credential, as the columns of its row. Ids are uuids. */
export type IssuerRow = {
  issuer_user_id: string | null
  issuer_service_id: string | null
  issuer_name: string | null
}

/** A person or a service, as the issuer columns of a credential. */
export function issuerColumns(issuer: Actor | null) {
  return {
    issuer_user_id: issuer?.type === 'user' ? issuer.id : null,
    issuer_service_id: issuer?.type === 'service' ? issuer.id : null,
  }
}

/** The name of the issuer of a row of `table`, a credential. */
export function issuerName(table: 'token' | 'session' | 'sign_in_link') {
  const column = (name: string) => sql.ref(`${table}.${name}`)
  return sql<string | null>`coalesce(
    (select u.name from workspace_user u where u.id = ${column('issuer_user_id')}),
    (select s.name from service s where s.id = ${column('issuer_service_id')}))`.as('issuer_name')
}

/** The issuer as this caller may see them. */
export function presentIssuer(
  row: IssuerRow,
  { caller, may }: Pick<ReadContext, 'caller' | 'may'>,
): Static<typeof Issuer> {
  const { issuer_user_id: userId, issuer_service_id: serviceId, issuer_name: name } = row
  if (userId !== null) {
    const shown = seesWorkspaceUser({ caller, may }, userId) ? name : null
    return { type: 'user', id: encodeId('workspaceUser', userId), name: shown }
  }
  if (serviceId === null) return null
  const isSeen = may('workspace.service.view', { serviceId })
  return { type: 'service', id: encodeId('service', serviceId), name: isSeen ? name : null }
}
