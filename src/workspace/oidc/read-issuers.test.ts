import assert from 'node:assert/strict'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { after, test } from 'node:test'
import { readIssuers } from './read-issuers.ts'
import { returnPath } from './return-path.ts'

const folder = await mkdtemp(join(tmpdir(), 'muster-issuers-'))
after(() => rm(folder, { recursive: true }))
const secretFile = join(folder, 'secret')
await writeFile(secretFile, 'from the file\n')

const entry = {
  handle: 'acme-id',
  name: 'Acme',
  issuer: 'https://id.acme.example',
  client_id: 'muster',
  allowed_domains: ['Acme.Example'],
}
const fromVariable = { ACME_ID: 'from the variable' }
const read = (entries: unknown, clientSecrets: Record<string, string> = fromVariable) =>
  readIssuers({ issuers: JSON.stringify(entries), clientSecrets })

test('issuers are read from JSON, with the secret of a variable', async () => {
  const [issuer] = await read([entry])
  assert.deepEqual(issuer, {
    handle: 'acme-id',
    name: 'Acme',
    url: new URL('https://id.acme.example/'),
    client: { id: 'muster', authentication: 'client_secret_basic', secret: 'from the variable' },
    scope: 'openid profile email',
    hosts: new Set(['id.acme.example']),
    clockToleranceSeconds: 60,
    allowedDomains: new Set(['acme.example']),
    roles: undefined,
    defaultGrant: undefined,
  })
  assert.deepEqual(await readIssuers({ issuers: undefined, clientSecrets: {} }), [])
})

test('a role that everybody gets is read where domains are restricted', async () => {
  const [issuer] = await read([{ ...entry, default_grant: 'look' }])
  assert.equal(issuer?.defaultGrant, 'look')
})

test('issuers are read from a file, with the secret of another', async () => {
  const path = join(folder, 'issuers.yaml')
  const text = `
- handle: acme
  name: Acme
  issuer: https://id.acme.example/tenant
  client_id: muster
  client_secret_file: ${secretFile}
  client_authentication: client_secret_post
  scopes: [email, groups]
  hosts: [keys.acme.example]
  allowed_domains: ['*']
  roles_claim: groups
  roles:
    admins: [workspace.owner]
`
  await writeFile(path, text)
  const [issuer] = await readIssuers({ issuers: path, clientSecrets: {} })
  assert.deepEqual(issuer?.client, {
    id: 'muster',
    authentication: 'client_secret_post',
    secret: 'from the file',
  })
  assert.deepEqual([issuer?.scope, issuer?.allowedDomains], ['openid email groups', undefined])
  assert.deepEqual(issuer?.hosts, new Set(['id.acme.example', 'keys.acme.example']))
  assert.deepEqual(issuer?.roles?.byValue, new Map([['admins', ['workspace.owner']]]))
})

const public_ = { ...entry, client_authentication: 'none' }
const wrong: [what: string, entries: unknown, message: RegExp, secrets?: Record<string, string>][] =
  [
    ['no list', {}, /must be array/],
    ['a missing key', [{ ...entry, client_id: undefined }], /0\.client_id is required/],
    ['an unknown key', [{ ...entry, domains: [] }], /0\.domains is not a known key/],
    [
      'a secret in the list',
      [{ ...entry, name: undefined, client_secret: 'hush' }],
      /name is required \(and 1 more\)\. Put the secret in a file, and its path in client_secret_file/,
    ],
    ['no secret', [entry], /client_secret_file or MUSTER_OIDC_CLIENT_SECRET_ACME_ID/, {}],
    ['two secrets', [{ ...entry, client_secret_file: secretFile }], /not in both/],
    ['a secret of a public client', [public_], /none has no secret/],
    [
      'a file that is not there',
      [{ ...entry, client_secret_file: join(folder, 'gone') }],
      /can't be read \(ENOENT\)/,
      {},
    ],
    ['http', [{ ...entry, issuer: 'http://id.acme.example' }], /https URL/],
    ['a query', [{ ...entry, issuer: 'https://id.acme.example/?a=b' }], /https URL/],
    ['a user', [{ ...entry, issuer: 'https://a:b@id.acme.example' }], /https URL/],
    [
      'the address of the metadata',
      [{ ...entry, issuer: 'https://id.acme.example/.well-known/openid-configuration' }],
      /https URL/,
    ],
    ['no domains', [{ ...entry, allowed_domains: [] }], /allowed_domains must/],
    [
      'a domain with an @',
      [{ ...entry, allowed_domains: ['@acme.example'] }],
      /"\*" alone, not @acme\.example/,
    ],
    [
      'a wildcard among domains',
      [{ ...entry, allowed_domains: ['*', 'acme.example'] }],
      /"\*" alone, not \*/,
    ],
    ['a host with a path', [{ ...entry, hosts: ['acme.example/x'] }], /hosts must be names/],
    [
      'a role for everybody without a restriction',
      [{ ...entry, allowed_domains: ['*'], default_grant: 'look' }],
      /default_grant needs allowed_domains other than/,
    ],
    ['roles without a claim', [{ ...entry, roles: { a: ['b'] } }], /roles need roles_claim/],
    [
      'one handle twice',
      [entry, { ...entry, issuer: 'https://b.example' }],
      /the handle acme-id is there twice/,
    ],
    [
      'one issuer twice',
      [entry, { ...entry, handle: 'b' }],
      /the issuer https:\/\/id\.acme\.example is there twice/,
    ],
  ]
for (const [what, entries, message, secrets] of wrong)
  test(`${what} is refused by name`, async () => {
    await assert.rejects(read(entries, secrets), (error: Error) => {
      assert.match(error.message, /^MUSTER_OIDC_ISSUERS: /)
      assert.match(error.message, message)
      assert.doesNotMatch(error.message, /hush|from the/)
      return true
    })
  })

test('text that is not valid is refused without quoting it', async () => {
  const issuers = '[{"client_secret": "hush'
  await assert.rejects(
    readIssuers({ issuers, clientSecrets: {} }),
    /^Error: MUSTER_OIDC_ISSUERS is not valid YAML or JSON\.$/,
  )
})

test('a list in YAML is no path, and its secret is not quoted', async () => {
  const issuers = `- handle: acme-id\n  client_secret: hush`
  await assert.rejects(readIssuers({ issuers, clientSecrets: {} }), (error: Error) => {
    assert.match(error.message, /^MUSTER_OIDC_ISSUERS: .* in client_secret_file\.$/)
    assert.doesNotMatch(error.message, /hush/)
    return true
  })
})

test('a return path is one of this server, or /', () => {
  const origin = 'https://muster.example'
  for (const path of ['/', '/people', '/people?q=a%20b&x=//y#z', '/a//b', '/../x'])
    assert.equal(returnPath(path, origin), path === '/../x' ? '/x' : path)
  assert.equal(returnPath('/ä', origin), '/%C3%A4')
  for (const path of [
    undefined,
    '',
    'people',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/\t/evil.example',
    '\t//evil.example',
    '/\n/evil.example',
    ' //evil.example',
    '/.//evil.example',
    '/x/..//evil.example',
    '/%2e//evil.example',
    'https://evil.example',
    'https:evil.example',
    'javascript:alert(1)',
    'https://muster.example/people',
    '/a\\b',
    `/${'x'.repeat(2000)}`,
    `/${'ä'.repeat(1000)}`,
  ])
    assert.equal(returnPath(path, origin), '/', String(path))
})
