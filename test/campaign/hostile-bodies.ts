import { gzipSync } from 'node:zlib'
import { core } from '../../src/connectors/scim/scim-for-tests.ts'
import type { AttackRequest } from './attacker.ts'

const megabyte = 1024 * 1024
/** The most values that a body may have, less what is around them. */
const mostValues = 49_000

/** Where bodies are sent, and the tokens of callers who may send them there. */
export type BodyTargets = {
  /** Without any permission. */
  nobody: string
  /** With few permissions. */
  sender: string
  scimSecret: string
  scimPath: string
  scimUser: string
  integration: string
  person: string
  resource: string
}

const repeated = (text: string, bytes: number) => text.repeat(Math.floor(bytes / text.length))
const numbered = (count: number, make: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => make(index)).join(',')

/** JSON texts that take long to read: some are refused, others are as much as a body may be. */
const texts = {
  levels: repeated('[', megabyte),
  keys: `{${numbered(90_000, (at) => `"${at}":0`)}}`,
  objects: `[${numbered(49, () => `{${numbered(999, (at) => `"key${at}":0`)}}`)}]`,
  escapedKeys: `[${numbered(40, () => `{${numbered(990, (at) => `"\\u006b${at}":0`)}}`)}]`,
  escapes: `{"description":"${repeated(String.raw`\u0061`, megabyte - 100)}"}`,
  controls: `{"operations":[${numbered(mostValues, () => String.raw`"\u0007"`)}]}`,
  digits: `{"operations":${repeated('9', megabyte - 100)}}`,
  fractions: `{"operations":[${numbered(mostValues, (at) => `1.${at}000000e2`)}]}`,
  prototypes: `{"operations":[${numbered(20_000, () => '{"__proto__":{}}')}]}`,
  twice: `{"operations":[${numbered(20_000, (at) => `{"a":${at}}`)},{"a":0,"a":1}]}`,
  operations: `{"operations":[${numbered(24_000, () => '{"op":0}')}]}`,
  notUtf8: `{"description":"${repeated('\xff', megabyte - 100)}"}`,
  notUtf8AtTheEnd: `{"description":"${repeated('a', megabyte - 100)}\xff"}`,
}

/** As many tests of e-mail addresses as a filter of a PATCH may have, in as many operations as fit. */
function scimPatch(): object {
  const tests = Array.from({ length: 40 }, (_, at) => `value eq "none-${at}@x.example"`)
  const path = `emails[${tests.join(' or ')}]`
  return {
    schemas: [core.patch],
    Operations: Array.from({ length: 400 }, () => ({ op: 'remove', path })),
  }
}

/** Many lists of aliases, each as long as all aliases may be. */
const anchors = `dimensions:\n  - &a {name: x, description: ${'x'.repeat(1000)}}\n${repeated('  - *a\n', 90_000)}`
const yamlLines = `dimensions:\n${repeated('  - name: x\n', 900_000)}`

const file = (text: string) => ({ files: [{ path: 'a.yaml', text }] })
const manyFiles = () => ({
  files: Array.from({ length: 2000 }, (_, at) => ({
    path: `codehost_group/${at}.yaml`,
    text: `resource: ${at}\nrules:\n${'  - role: member\n'.repeat(20)}`,
  })),
})

/** 200 MB of zeros, a fifth of a megabyte as they are sent. */
const bomb = gzipSync(Buffer.alloc(200 * megabyte))

function post(token: string, path: string, body: string | object): AttackRequest {
  const isScim = path.startsWith('/scim/')
  return { method: 'POST', path: isScim ? path : `/api/v1${path}`, token, body }
}

/** Bodies that are expensive to read, as those may send them who may send others. */
export function hostileBodies(to: BodyTargets): Record<string, AttackRequest> {
  return { ...plans(to), ...pushes(to), ...uploads(to), ...withoutPermission(to) }
}

function plans({ sender, person, resource }: BodyTargets): Record<string, AttackRequest> {
  const plan = (body: string | object) => post(sender, '/policy/plans', body)
  const ofTexts = Object.entries(texts).map(([name, text]): [string, AttackRequest] => [
    `plan: ${name}`,
    { ...plan(text), ...(name.startsWith('notUtf8') && { isBytes: true }) },
  ])
  return {
    ...Object.fromEntries(ofTexts),
    'plan: packed with gzip': {
      ...plan(bomb.toString('latin1')),
      isBytes: true,
      headers: { 'content-encoding': 'gzip' },
    },
    'plan: aliases': plan(file(anchors)),
    'plan: lines': plan(file(yamlLines)),
    'plan: files': plan(manyFiles()),
    'test: aliases': post(sender, '/policy/test', file(anchors)),
    'check: 500 pairs': post(sender, '/policy/check', {
      pairs: Array.from({ length: 500 }, () => ({ user_id: person, resource_id: resource })),
    }),
  }
}

function pushes({ scimSecret, scimPath, scimUser }: BodyTargets): Record<string, AttackRequest> {
  const scim = (path: string, body: string | object) => post(scimSecret, `${scimPath}${path}`, body)
  return {
    'scim: digits': scim('/Users', texts.digits),
    'scim: fractions': scim('/Users', texts.fractions.replace('{', '{"userName":"u",')),
    'scim: keys twice': scim('/Bulk', texts.twice),
    'scim: operations': scim('/Bulk', {
      schemas: [core.bulk],
      Operations: Array.from({ length: 100 }, (_, at) => ({
        method: 'POST',
        path: '/Users',
        bulkId: `b${at}`,
        data: { schemas: [core.user], userName: 7, x: 'y'.repeat(9000) },
      })),
    }),
    'scim: filters': { ...scim(`/Users/${scimUser}`, scimPatch()), method: 'PATCH' },
  }
}

function uploads({ sender, integration }: BodyTargets): Record<string, AttackRequest> {
  const upload = (body: string, headers: Record<string, string>): AttackRequest => ({
    ...post(sender, `/workspace/integrations/${integration}/imports?probe=true`, body),
    isBytes: true,
    headers,
  })
  const csv = { 'content-type': 'text/csv' }
  const json = { 'content-type': 'application/json' }
  return {
    'upload: zeros': upload(bomb.toString('latin1'), { ...csv, 'content-encoding': 'gzip' }),
    'upload: one line': upload(repeated('a,', 4 * megabyte), csv),
    'upload: quotes': upload(`a,b\n"${repeated('""', 4 * megabyte)}`, csv),
    'upload: brackets': upload(repeated('[', 4 * megabyte), json),
    'upload: wide record': upload(`[{${numbered(200_000, (at) => `"k${at}":"${at}"`)}}]`, json),
  }
}

function withoutPermission({ nobody }: BodyTargets): Record<string, AttackRequest> {
  return {
    'no permission: levels': post(nobody, '/workspace/services', texts.levels),
    'no token: levels': { method: 'POST', path: '/api/v1/policy/plans', body: texts.levels },
    'no token: sign in': {
      method: 'POST',
      path: '/api/v1/auth/login-codes/exchange',
      body: repeated('[', 15_000),
    },
    'slow, many at once': {
      ...post(nobody, '/workspace/services', texts.escapes),
      clients: 40,
      pace: 'slow-body',
    },
  }
}
