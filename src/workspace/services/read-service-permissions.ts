import { Type, type Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { isPermission, permissions } from '../../contract/permissions.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { Id, Instant, instant, Nullable, OneOf, Shape } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { findUses, presentUse, PermissionUse, type UsedPermission } from './permission-uses.ts'
import type { ServiceRow } from './queries.ts'
import { serviceUrl } from './schema.ts'
import { readService } from './visible-service.ts'

export const PermissionNames = Type.Array(OneOf(permissions), {
  maxItems: permissions.length,
  uniqueItems: true,
  examples: [['directory.user.view']],
})

export const ServicePermissions = Shape({
  service_id: Id('service'),
  permissions: Type.Array(Type.String({ maxLength: 100 }), {
    maxItems: 200,
    examples: [['directory.user.view']],
  }),
  uses: Type.Array(PermissionUse, { maxItems: 200 }),
  shrunk: Nullable(
    Shape(
      { at: Instant, permissions: Type.Array(Type.String({ maxLength: 100 }), { maxItems: 200 }) },
      { description: 'What was taken away as unused, last at that instant, and not put back' },
    ),
  ),
  links: Shape({ self: Type.String(), service: Type.String() }),
})

export const readServicePermissions = readRoute({
  id: 'readServicePermissions',
  url: '/workspace/services/:service/permissions',
  summary: 'Read the permissions of a service',
  description:
    'What the service may do, by name, and when each permission was last used by any of its tokens. Anybody with a role on the service may see it. The ETag is for If-Match on the PUT.',
  access: { row: 'workspace.service.view' },
  params: { service: 'service' },
  response: ServicePermissions,
  snapshot: () => true,
  handler: async (context) => {
    const service = await readService(context, context.params.service, 'workspace.service.view')
    return answerPermissions(context, service, await findUses(context, service.id))
  },
})

/** The answer with the permissions of a service and their ETag: the service's version covers them. */
export function answerPermissions(
  context: ReadContext,
  service: Pick<ServiceRow, 'id' | 'version' | 'shrunk_at' | 'shrunk_permissions'>,
  held: readonly UsedPermission[],
): Static<typeof ServicePermissions> {
  const lastUse = Math.max(0, ...held.map(({ last_used_at: at }) => at?.getTime() ?? 0))
  const count = (is: 'is_sent' | 'is_unused') => held.filter((use) => use[is]).length
  context.etag(service.version, `permissions-${lastUse}-${count('is_sent')}-${count('is_unused')}`)
  const at = service.shrunk_at
  const isHeld = (name: string) => held.some(({ permission }) => permission === name)
  const shrunk = service.shrunk_permissions.filter((name) => !isHeld(name) && isPermission(name))
  const url = serviceUrl(baseUrl(context.services), service.id)
  return {
    service_id: encodeId('service', service.id),
    permissions: held.map(({ permission }) => permission),
    uses: held.map(presentUse),
    shrunk: at === null || shrunk.length === 0 ? null : { at: instant(at), permissions: shrunk },
    links: { self: `${url}/permissions`, service: url },
  }
}
