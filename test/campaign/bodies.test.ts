import assert from 'node:assert/strict'
import { test } from 'node:test'
import { policyServer } from '../../src/policy/rules/policy-for-tests.ts'
import { scimEndpoint } from '../../src/connectors/scim/scim-for-tests.ts'
import { makeCaller } from '../harness.ts'
import { besideOwner } from './beside.ts'

const server = await policyServer(
  Array.from({ length: 100 }, (_, index) => ({ email: `p${index}@x.example`, profile: {} })),
)
const described = await Promise.all(
  Array.from({ length: 100 }, (_, at) => server.personId(`p${at}@x.example`)),
)
const scim = await scimEndpoint(server, { handle: 'pushing', is_primary: false })
const scimPath = new URL(scim.integration.scim_url).pathname
const [one, other] = [
  await makeCaller(server, []),
  await makeCaller(server, ['policy.rule.view', 'policy.rule.manage']),
]

const open = '['.repeat(1_000_000)
/** As many values as a body may have, each of them an object that repeats no key. */
const wide = `{"operations":[${Array.from({ length: 24_000 }, () => '{"op":0}').join(',')}]}`

const from = (token: string, path: string, body: string) => ({
  method: 'POST',
  path,
  token,
  body,
})

test('callers who send bodies that are expensive to parse do not slow down the others', async (context) => {
  const bodies = {
    // Without any permission, as two clients.
    open: from(one.token, '/api/v1/workspace/services', open),
    'open again': from(other.token, '/api/v1/workspace/services', open),
    // Where the body is read.
    plan: from(other.token, '/api/v1/policy/plans', open),
    'wide plan': from(other.token, '/api/v1/policy/plans', wide),
    scim: from(scim.secret, `${scimPath}/Users`, open),
    'wide scim': from(scim.secret, `${scimPath}/Bulk`, wide),
  }
  const beside = await besideOwner(server, described, { bodies })
  await server.app.close()
  const statuses = await beside(context)
  for (const each of statuses)
    for (const name of ['open', 'open again'])
      assert.deepEqual(
        Object.keys(each[name] ?? {}).filter((status) => !['403', '429'].includes(status)),
        [],
      )
})
