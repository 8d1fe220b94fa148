import type { CheckedVendor } from '../../../test/vendors/check-connector.ts'
import { google } from './google.ts'
import { createVerify, generateKeyPairSync } from 'node:crypto'
import { isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { textOf } from '../rest/text-of.ts'
import type { RawAnswer, RestRequest } from '../rest/transport.ts'
import { json, cursorPage, type FakeVendor, type Reply } from '../../../test/vendors/fake-vendor.ts'
import type { Seeded } from '../../../test/vendors/seeded.ts'
import {
  saidBesides,
  type AccountForm,
  type VendorWorld,
  type WorldGroup,
  type WorldPerson,
} from '../../../test/vendors/vendor-world.ts'

// Written from Google's references of the Directory API, the Drive API and OAuth for service accounts (developers.google.com).

const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
const clientEmail = 'muster@acme.iam.gserviceaccount.com'
export const googleAdministrator = 'reader@acme.test'

/** The file of a key. It names another server for tokens, to which nothing may be sent. */
export const googleKey = JSON.stringify({
  type: 'service_account',
  client_email: clientEmail,
  private_key_id: 'key-1',
  private_key: privateKey.export({ type: 'pkcs8', format: 'pem' }),
  token_uri: 'https://evil.example/token',
})

const googlePerson = (id: number) => `1${String(id).padStart(20, '0')}`
/** Projects of the world are shared drives here. */
const googleGroup = ({ id, kind }: WorldGroup) =>
  kind === 'group' ? `0${String(id).padStart(14, '0')}` : `0A${String(id).padStart(17, '0')}`
const nestedGroup = (id: number) => `9${String(id).padStart(14, '0')}`
const nestedAddress = (id: number) => `n${id}@acme.test`
/** So many people are in a group by another one, which is in it and which it is in. */
const isNested = (person: number) => person % 5 === 0
const numberIn = (text: string) => Number(/\d+/.exec(text.replace(/^[019]A?/, ''))?.[0] ?? 0)

/** Small, so that every list has pages. */
const pageSize = 4
/** So short that a reading needs several. */
const tokenSeconds = 400

export function fakeGoogle(random: Seeded): FakeVendor {
  const tokens = new Map<string, number>()
  return {
    answer(request, world) {
      if (request.url.pathname === '/token') return { answer: tokenFor(request, world, tokens) }
      const [, token = ''] = /^Bearer (.+)$/.exec(request.headers['authorization'] ?? '') ?? []
      if ((tokens.get(token) ?? 0) <= world.now) return refused(401, 'authError')
      return route(request, world) ?? refused(404, 'notFound')
    },
    refuse: (seconds) =>
      random.chance(0.5)
        ? json(429, failure(429, 'rateLimitExceeded'), { 'retry-after': String(seconds) })
        : json(403, failure(403, 'userRateLimitExceeded')),
  }
}

function failure(code: number, reason: string): JsonObject {
  return { error: { code, message: reason, errors: [{ reason, domain: 'global' }] } }
}

const refused = (code: number, reason: string): Reply => ({
  answer: json(code, failure(code, reason)),
})

/** RFC 7523, with Google's rules: the assertion is young, and lives for an hour at most. */
function tokenFor(
  { body = '' }: RestRequest,
  { now }: VendorWorld,
  tokens: Map<string, number>,
): RawAnswer {
  const claims = claimsIn(new URLSearchParams(body).get('assertion') ?? '')
  const scopes = (textOf(claims ?? {}, 'scope') ?? '').split(' ')
  const isGood =
    claims !== null &&
    claims['iss'] === clientEmail &&
    claims['sub'] === googleAdministrator &&
    /^https:\/\/[^/]+\/token$/.test(textOf(claims, 'aud') ?? '') &&
    Number(claims['exp']) - Number(claims['iat']) <= 3600
  if (!isGood) return json(400, { error: 'invalid_grant', error_description: 'Invalid JWT' })
  if (scopes.some((scope) => !scope.endsWith('.readonly')))
    return json(401, { error: 'unauthorized_client', error_description: 'Scopes not allowed' })
  const token = `ya29.fake-${tokens.size}`
  tokens.set(token, now + tokenSeconds * 1000)
  return json(200, { access_token: token, expires_in: tokenSeconds, token_type: 'Bearer' })
}

function claimsIn(assertion: string): JsonObject | null {
  const [head = '', claims = '', signature = ''] = assertion.split('.')
  const isSigned = createVerify('RSA-SHA256')
    .update(`${head}.${claims}`)
    .verify(publicKey, signature, 'base64url')
  const read: JsonValue = JSON.parse(Buffer.from(claims, 'base64url').toString() || 'null')
  return isSigned && isObject(read) ? read : null
}

function route(request: RestRequest, world: VendorWorld): Reply | undefined {
  const { pathname, searchParams: query } = request.url
  const [, api, , , ...rest] = pathname.split('/')
  if (api === 'drive') return driveRoute(request, world)
  const [noun, key = '', part, member = ''] = rest
  if (key === '' && query.get('customer') !== 'my_customer') return refused(400, 'badRequest')
  if (noun === 'users' && key === '')
    return list(request, 'users', [...world.people.values()], personRow)
  if (noun === 'users') return one(world.people.get(personNumber(key)), personRow)
  const groups = [...world.groups.values()].filter(({ kind }) => kind === 'group')
  if (noun !== 'groups') return undefined
  if (key === '') return list(request, 'groups', groups, groupRow)
  const found = groupOf(world, key)
  if (found === undefined) return undefined
  if (part === undefined) return found.isNested ? undefined : one(found.group, groupRow)
  if (part === 'members' && member === '')
    return list(request, 'members', membersIn(found), memberRow)
  const isIn = found.group.members.has(numberIn(member))
  if (part === 'hasMember') return { answer: json(200, { isMember: isIn }) }
  const direct = membersIn(found).find(({ id, isGroup }) => !isGroup && id === numberIn(member))
  return one(direct, memberRow)
}

type Found = { group: WorldGroup; isNested: boolean }

function groupOf(world: VendorWorld, key: string): Found | undefined {
  const isInner = key.startsWith('9') || key.startsWith('n')
  const group = world.groups.get(Number(/\d+/.exec(key.replace(/^9/, ''))?.[0] ?? 0))
  // A drive has inner groups too.
  if (group === undefined || (!isInner && group.kind !== 'group')) return undefined
  return { group, isNested: isInner }
}

const personNumber = (key: string) =>
  key.includes('@') ? Number(/^p(\d+)@/.exec(key)?.[1] ?? 0) : numberIn(key)

type Member = { id: number; role: string; isGroup: boolean; inner: boolean }

/** Of a group its direct members and the inner group; of an inner group its people and, in a cycle, the group. */
function membersIn({ group, isNested: inner }: Found): Member[] {
  const people = [...group.members]
    .filter(([id]) => isNested(id) === inner)
    .map(([id, role]) => ({ id, role: inner ? 'owner' : role, isGroup: false, inner }))
  return [...people, { id: group.id, role: 'member', isGroup: true, inner }]
}

function memberRow({ id, role, isGroup, inner }: Member): JsonObject {
  const kind = 'admin#directory#member'
  if (!isGroup)
    return {
      kind,
      id: googlePerson(id),
      email: `p${id}@acme.test`,
      role: role.toUpperCase(),
      type: 'USER',
    }
  const outer = `0${String(id).padStart(14, '0')}`
  return { kind, id: inner ? outer : nestedGroup(id), role: 'MEMBER', type: 'GROUP' }
}

function driveRoute(request: RestRequest, world: VendorWorld): Reply | undefined {
  const { pathname, searchParams: query } = request.url
  const [, , , noun, id, part] = pathname.split('/')
  if (query.get('useDomainAdminAccess') !== 'true') return refused(403, 'forbidden')
  const drives = [...world.groups.values()].filter(({ kind }) => kind === 'project')
  if (noun === 'drives' && id === undefined) return list(request, 'drives', drives, driveRow)
  const drive = drives.find((each) => googleGroup(each) === id)
  if (drive === undefined) return undefined
  return noun === 'files' && part === 'permissions'
    ? list(request, 'permissions', permissionsOf(drive), ({ row }) => row)
    : one(drive, driveRow)
}

const driveRoles: Readonly<Record<string, string>> = {
  member: 'reader',
  manager: 'organizer',
  owner: 'writer',
}

function permissionsOf({ id: drive, members }: WorldGroup): { id: number; row: JsonObject }[] {
  const kind = 'drive#permission'
  const people = [...members]
    .filter(([id]) => !isNested(id))
    .map(([id, role]) => ({
      id,
      row: {
        kind,
        id: `perm-${id}`,
        type: 'user',
        emailAddress: `p${id}@acme.test`,
        role: driveRoles[role] ?? 'reader',
      },
    }))
  const emailAddress = nestedAddress(drive)
  const group = { kind, id: 'perm-group', type: 'group', emailAddress, role: 'commenter' }
  return [...people, { id: 1_000_000, row: group }]
}

function one<T>(found: T | undefined, row: (value: T) => JsonObject): Reply | undefined {
  return found === undefined ? undefined : { answer: json(200, row(found)) }
}

function list<T extends { id: number }>(
  request: RestRequest,
  key: string,
  all: readonly T[],
  row: (value: T) => JsonObject,
): Reply {
  return cursorPage(request, {
    cursor: 'pageToken',
    size: pageSize,
    all,
    row,
    write: (written, where) => writePage(key, written, where),
  })
}

/** `where` is a token, or, of a page that refers to itself, its own address. An empty list is left out. */
function writePage(key: string, rows: readonly JsonValue[], where: string | null): RawAnswer {
  const token = where?.startsWith('https:') ? new URL(where).searchParams.get('pageToken') : where
  return json(200, {
    kind: `admin#directory#${key}`,
    ...(rows.length > 0 && { [key]: [...rows] }),
    ...(token !== null && token !== undefined && { nextPageToken: token }),
  })
}

/** Suspensions have reasons; a second factor and the terms say nothing of a state (reference/rest/v1/users). */
const googleForms: readonly AccountForm[] = [
  { row: { suspended: true, suspensionReason: 'WEB_LOGIN_REQUIRED' }, state: 'suspended' },
  { row: { isEnrolledIn2Sv: false, isEnforcedIn2Sv: true, agreedToTerms: false } },
  { row: { suspended: 'UNDER_REVIEW' }, state: 'unknown' },
]

function personRow(person: WorldPerson): JsonObject {
  const { id, name, state } = person
  return {
    kind: 'admin#directory#user',
    id: googlePerson(id),
    primaryEmail: `p${id}@acme.test`,
    name: { givenName: 'P', familyName: name, fullName: `P ${name}` },
    suspended: state === 'suspended',
    archived: state === 'left',
    creationTime: '2026-01-01T00:00:00.000Z',
    ...saidBesides(person),
  }
}

function groupRow(group: WorldGroup): JsonObject {
  return {
    kind: 'admin#directory#group',
    id: googleGroup(group),
    email: `g${group.id}@acme.test`,
    name: group.name,
  }
}

function driveRow(group: WorldGroup): JsonObject {
  return { kind: 'drive#drive', id: googleGroup(group), name: group.name }
}

const storedDriveRoles: Readonly<Record<string, string>> = {
  member: 'reader',
  manager: 'manager',
  owner: 'writer',
}

function roleIn({ kind }: WorldGroup, [person, role]: [number, string]): string {
  if (kind === 'group') return isNested(person) ? 'member' : role
  return isNested(person) ? 'commenter' : (storedDriveRoles[role] ?? 'reader')
}

export const checkedGoogle: CheckedVendor = {
  vendor: google,
  settings: {
    url: 'https://admin.googleapis.com',
    administrator: googleAdministrator,
    reads_drives: true,
  },
  secret: googleKey,
  hosts: ['admin.googleapis.com', 'www.googleapis.com', 'oauth2.googleapis.com'],
  fake: fakeGoogle,
  forms: googleForms,
  roles: ['member', 'manager', 'owner'],
  stored: { roleOf: roleIn },
  idOf: googlePerson,
  keyOf: (group) =>
    `${group.kind === 'group' ? 'suite_workspace_group' : 'suite_workspace_drive'}:${googleGroup(group)}`,
  readsChanges: false,
}
