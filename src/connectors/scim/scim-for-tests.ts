import assert from 'node:assert/strict'
import { makeOwner, type TestServer } from '../../../test/harness.ts'

/** An answer of the SCIM endpoint. */
export type ScimReply = {
  status: number
  headers: Headers
  // Tests look into every shape.
  // oxlint-disable-next-line typescript/no-explicit-any
  body: any
}

type Sent = { body?: unknown; headers?: Record<string, string>; secret?: string }

export const core = {
  user: 'urn:ietf:params:scim:schemas:core:2.0:User',
  group: 'urn:ietf:params:scim:schemas:core:2.0:Group',
  enterprise: 'urn:ietf:params:scim:schemas:extension:enterprise:2.0:User',
  patch: 'urn:ietf:params:scim:api:messages:2.0:PatchOp',
  bulk: 'urn:ietf:params:scim:api:messages:2.0:BulkRequest',
  search: 'urn:ietf:params:scim:api:messages:2.0:SearchRequest',
}

/** A SCIM integration of a server, primary unless said otherwise, and a client of its endpoint. */
export async function scimEndpoint(server: TestServer, settings: object = {}) {
  const { token } = await makeOwner(server)
  const made = await server.call('POST', '/workspace/integrations', {
    token,
    body: { handle: 'idp', vendor: 'idp', type: 'scim', is_primary: true, ...settings },
  })
  assert.equal(made.status, 201, made.text)
  const path = `/workspace/integrations/${made.body.id}`
  const created = await server.call('POST', `${path}/scim-secrets`, {
    token,
    body: { name: 'test' },
  })
  assert.equal(created.status, 201, created.text)
  const { pathname } = new URL(made.body.scim_url)
  const own: string = created.body.secret

  const send = async (
    method: string,
    address: string,
    { body, headers = {}, secret = own }: Sent = {},
  ): Promise<ScimReply> => {
    const url = address.startsWith('http') ? address : server.origin + pathname + address
    const answer = await fetch(url, {
      method,
      headers: {
        authorization: `Bearer ${secret}`,
        ...(body !== undefined && { 'content-type': 'application/scim+json' }),
        ...headers,
      },
      ...(body !== undefined && { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    })
    const text = await answer.text()
    return {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
    }
  }
  const user = async (userName: string, more: object = {}): Promise<ScimReply> =>
    send('POST', '/Users', { body: { schemas: [core.user], userName, ...more } })
  const patch = (address: string, ...operations: object[]) =>
    send('PATCH', address, { body: { schemas: [core.patch], Operations: operations } })
  const people = async () => (await server.get('/directory/users?page[size]=500', token)).body.data
  return { server, token, integration: made.body, path, secret: own, send, user, patch, people }
}

export type ScimEndpoint = Awaited<ReturnType<typeof scimEndpoint>>
