import { Type } from 'typebox'
import { baseUrl } from '../../http/route/protocol.ts'
import { readRoute } from '../../http/route/route.ts'
import { Shape, Text } from '../../http/shapes/schema.ts'

const maximumIssuers = 20

export const listIssuers = readRoute({
  id: 'listIssuers',
  url: '/auth/issuers',
  summary: 'List where people can sign in',
  description:
    'The OpenID Connect issuers of the configuration, in its order. Open `url` in a browser to sign in there, with ' +
    '`?return_to=` and a path of this server for the page that follows, and with `max_age=0` for a new sign-in of a person who is signed in there. It touches no database.',
  access: 'public',
  response: Shape({
    data: Type.Array(
      Shape({
        handle: Text(31, { examples: ['acme'] }),
        name: Text(100, { examples: ['Acme'] }),
        url: Text(2000, { examples: ['https://muster.example/auth/oidc/acme/start'] }),
      }),
      { maxItems: maximumIssuers },
    ),
    links: Shape({ self: Type.String(), next: Type.Null(), prev: Type.Null() }),
    meta: Shape({ page_size: Type.Integer({ minimum: 1, examples: [maximumIssuers] }) }),
  }),
  handler: async ({ services }) => ({
    data: services.issuers.map(({ handle, name, url }) => ({ handle, name, url })),
    links: { self: `${baseUrl(services)}/auth/issuers`, next: null, prev: null },
    meta: { page_size: maximumIssuers },
  }),
})
