import { Type } from 'typebox'
import { permissionDescriptions, permissions } from '../../contract/permissions.ts'
import { readRoute } from '../../http/route/route.ts'
import { OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { baseUrl } from '../../http/route/protocol.ts'

export const listPermissions = readRoute({
  id: 'listPermissions',
  url: '/workspace/permissions',
  summary: 'List every permission',
  description: 'All of them in one page, by area, with what each lets its holder do.',
  access: 'workspace.role.view',
  response: Shape({
    data: Type.Array(
      Shape({
        name: OneOf(permissions),
        description: Text(200, { examples: ['Make and change roles'] }),
      }),
      { maxItems: 500 },
    ),
    links: Shape({ self: Type.String(), next: Type.Null(), prev: Type.Null() }),
    meta: Shape({ page_size: Type.Integer({ minimum: 1, examples: [permissions.length] }) }),
  }),
  handler: async ({ services }) => ({
    data: permissions.map((name) => ({ name, description: permissionDescriptions[name] })),
    links: { self: `${baseUrl(services)}/workspace/permissions`, next: null, prev: null },
    meta: { page_size: permissions.length },
  }),
})
