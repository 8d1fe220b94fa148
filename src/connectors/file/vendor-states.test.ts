import assert from 'node:assert/strict'
import { test } from 'node:test'
import type { JsonObject } from '../../contract/json.ts'
import { exportDefaults } from '../vendors.ts'
import { ofKind, read } from '../../../test/read-export-text.ts'

type Product = string

/** An account as a vendor lists it: its kind, its state (`new` where it was never active), and its address. */
async function said(product: Product, record: JsonObject): Promise<string> {
  const { mapping } = exportDefaults(product)
  const records = await read('idp', JSON.stringify([record]), { mapping })
  const [account] = ofKind(records, 'account')
  if (account === undefined) return records.map(({ kind }) => kind).join(', ')
  const { profile, state, isNew, email } = account
  const kind = profile['account_kind']
  return [
    ...(typeof kind === 'string' ? [kind] : []),
    ...(isNew ? ['new'] : []),
    state,
    email ?? 'no address',
  ].join(' ')
}

type Cases = readonly (readonly [record: JsonObject, said: string])[]
const address = 'ada@acme.example'

async function check(product: Product, usual: JsonObject, cases: Cases): Promise<void> {
  for (const [record, expected] of cases)
    assert.equal(await said(product, { ...usual, ...record }), expected, JSON.stringify(record))
}

test('GitLab: bots and service accounts are told from people, and who waits is not active', async () => {
  const usual = { id: 7, username: 'ada', name: 'Ada Moreau', state: 'active', email: address }
  await check('gitlab', usual, [
    [{}, `active ${address}`],
    [{ confirmed_at: '2026-01-05T10:00:00Z' }, `active ${address}`],
    [{ confirmed_at: null }, 'new suspended no address'],
    [{ confirmed_at: '2026-01-05', unconfirmed_email: 'li@acme.example' }, `active ${address}`],
    [{ state: 'blocked' }, `suspended ${address}`],
    [{ state: 'ldap_blocked' }, `suspended ${address}`],
    [{ state: 'banned' }, `suspended ${address}`],
    [{ state: 'blocked_pending_approval' }, `new suspended ${address}`],
    [{ state: 'awaiting' }, `new suspended ${address}`],
    [{ state: 'deactivated' }, `deactivated ${address}`],
    [{ membership_state: 'active' }, `active ${address}`],
    [{ membership_state: 'awaiting' }, `new suspended ${address}`],
    [{ invited: true, approved: false }, `new suspended ${address}`],
    [{ external: true }, `guest active ${address}`],
    [{ bot: true }, `bot active ${address}`],
    [{ username: 'project_278964_bot_0a1b2c3d' }, `bot active ${address}`],
    [{ username: 'project_278964_bot' }, `bot active ${address}`],
    [{ username: 'group_9_bot2' }, `bot active ${address}`],
    [
      { email: 'group_9_bot_0a1b@noreply.gitlab.example' },
      'bot active group_9_bot_0a1b@noreply.gitlab.example',
    ],
    [{ username: 'project_lead_bot' }, `active ${address}`],
    [{ username: 'ghost' }, `bot active ${address}`],
    [{ username: 'GitLab-Admin-Bot' }, `bot active ${address}`],
    [{ user_type: 'placeholder' }, `bot active ${address}`],
    [{ user_type: 'service_account' }, `service active ${address}`],
  ])
})

test('Slack: bots, guests and invitations are told apart', async () => {
  const usual = {
    id: 'U1',
    team_id: 'T1',
    name: 'ada',
    deleted: false,
    is_bot: false,
    is_app_user: true,
    profile: { real_name: 'Ada Moreau', email: address },
  }
  await check('slack', usual, [
    [{}, `active ${address}`],
    [{ is_email_confirmed: true }, `active ${address}`],
    [{ is_email_confirmed: false }, 'active no address'],
    [{ is_invited_user: true }, 'new suspended no address'],
    [{ is_restricted: true }, `guest active ${address}`],
    [{ is_ultra_restricted: true }, `guest active ${address}`],
    [{ is_stranger: true }, `guest active ${address}`],
    [{ is_bot: true }, `bot active ${address}`],
    [{ is_workflow_bot: true }, `bot active ${address}`],
    [{ is_connector_bot: true }, `bot active ${address}`],
    [{ id: 'USLACKBOT' }, `bot active ${address}`],
    [{ deleted: true }, `deactivated ${address}`],
    [{ is_forgotten: true }, `deactivated ${address}`],
  ])
})

test('Okta: who has not come in yet is not active, and a lock is no end', async () => {
  const usual = {
    id: '00u1',
    status: 'ACTIVE',
    profile: { login: 'ada', email: address, firstName: 'Ada', lastName: 'Moreau' },
  }
  const emails = (status: string) => ({
    credentials: { emails: [{ value: address, status, type: 'PRIMARY' }] },
  })
  await check('okta', usual, [
    [{}, `active ${address}`],
    [{ status: 'STAGED' }, `new suspended ${address}`],
    [{ status: 'ACTIVATING' }, `new suspended ${address}`],
    [{ status: 'PROVISIONED' }, `new suspended ${address}`],
    [{ status: 'RECOVERY' }, `active ${address}`],
    [{ status: 'PASSWORD_EXPIRED' }, `active ${address}`],
    [{ status: 'LOCKED_OUT' }, `active ${address}`],
    [{ status: 'SUSPENDED' }, `suspended ${address}`],
    [{ status: 'DEPROVISIONED' }, `deactivated ${address}`],
    [emails('VERIFIED'), `active ${address}`],
    [emails('UNVERIFIED'), 'active no address'],
  ])
})

test('Entra: a guest who has not accepted the invitation is not active, and their address is not confirmed', async () => {
  const usual = {
    id: '6f1c',
    userPrincipalName: 'ada@acme.example',
    displayName: 'Ada Moreau',
    accountEnabled: true,
    userType: 'Member',
    mail: address,
  }
  await check('entra', usual, [
    [{}, `active ${address}`],
    [{ externalUserState: null }, `active ${address}`],
    [{ externalUserState: 'Accepted', userType: 'Guest' }, `guest active ${address}`],
    [
      { externalUserState: 'PendingAcceptance', userType: 'Guest' },
      'guest new suspended no address',
    ],
    [{ invitationState: 'PendingAcceptance' }, 'new suspended no address'],
    [{ accountEnabled: false }, `suspended ${address}`],
    // What the mapping does not have is no state: a new account has not begun.
    [{ externalUserState: 'Revoked' }, `new suspended ${address}`],
    [{ deletedDateTime: '2026-01-05T10:00:00Z' }, `deactivated ${address}`],
    [{ '@removed': { reason: 'changed' } }, `deactivated ${address}`],
    [{ '@removed': { reason: 'deleted' } }, `deactivated ${address}`],
  ])
})

test('GitHub: an invitation is no account, and a mannequin no person', async () => {
  const usual = { id: 1, login: 'ada', type: 'User', name: 'Ada Moreau', email: address }
  await check('github', usual, [
    [{}, `active ${address}`],
    [{ type: 'Bot' }, `bot active ${address}`],
    [{ suspended: true }, `suspended ${address}`],
    [{ suspended_at: null }, `active ${address}`],
    [{ suspended_at: '2026-01-05T10:00:00Z' }, `suspended ${address}`],
    [{ type: 'Mannequin' }, `bot active ${address}`],
    [{ state: 'pending' }, `new suspended ${address}`],
    [{ organization_role: 'outside_collaborator' }, `guest active ${address}`],
    [{ invitation_source: 'member', invitation_teams_url: 'https://x.example' }, 'left_out'],
  ])
})

test('Google: who is archived or deleted has left', async () => {
  const usual = {
    kind: 'admin#directory#user',
    id: '1',
    primaryEmail: address,
    name: { fullName: 'Ada Moreau' },
  }
  await check('google', usual, [
    [{ suspended: false, archived: false }, `active ${address}`],
    [{ suspended: true }, `suspended ${address}`],
    [{ archived: true, suspended: true }, `deactivated ${address}`],
    [{ deletionTime: '2026-01-05T10:00:00.000Z' }, `deactivated ${address}`],
  ])
})

test('Keycloak says that an address was not confirmed', async () => {
  const usual = { id: '1', username: 'ada', enabled: true, email: address, firstName: 'Ada' }
  await check('keycloak', usual, [
    [{ emailVerified: true }, `active ${address}`],
    [{}, `active ${address}`],
    [{ emailVerified: false }, 'active no address'],
    [{ enabled: false }, `suspended ${address}`],
  ])
})

const classes = (...names: string[]) => ({ objectClass: ['top', ...names] })

test('a directory and a SCIM client say which accounts are of services', async () => {
  const entry = { dn: 'uid=ada,dc=acme', id: '1', uid: 'ada', cn: 'Ada', mail: address }
  await check('ldap', entry, [
    [classes('inetOrgPerson'), `active ${address}`],
    [classes('account', 'simpleSecurityObject'), `service active ${address}`],
    [{ ...classes('inetOrgPerson', 'simpleSecurityObject'), sn: 'Moreau' }, `active ${address}`],
    [classes('user', 'msDS-GroupManagedServiceAccount'), `service active ${address}`],
    [{ ...classes('user'), isDeleted: 'TRUE' }, `deactivated ${address}`],
  ])
  const pushed = { id: '1', userName: 'ada', displayName: 'Ada', active: true }
  const emails = [{ value: address, primary: true }]
  await check('scim', { ...pushed, emails }, [
    [{ userType: 'Employee' }, `active ${address}`],
    [{ userType: 'Service Account' }, `service active ${address}`],
    [{ userType: 'Bot' }, `bot active ${address}`],
    [{ userType: 'Guest' }, `guest active ${address}`],
  ])
})

test('OneLogin: the numbers of states', async () => {
  const usual = { id: 1, username: 'ada', firstname: 'Ada', lastname: 'Moreau', email: address }
  const states = ['new suspended', 'active', 'suspended', 'active', 'active', 'active']
  await check('onelogin', usual, [
    ...states.map((state, status) => [{ status, state: 1 }, `${state} ${address}`] as const),
    [{ status: 7, state: 1 }, `new suspended ${address}`],
    [{ status: 8, state: 1 }, `active ${address}`],
    [{ status: 1, state: 2 }, `suspended ${address}`],
    [{ status: 1, state: 3 }, `suspended ${address}`],
  ])
})

test('an address of which anything is said but that it is confirmed is nobody’s', async () => {
  const usual = { id: 'A1', name: 'Ada Moreau', email: address }
  const key = 'email_verified'
  const inTable = (record: JsonObject) => said('onelogin', record)
  for (const value of [true, 'TRUE', 'Yes', 't', '1', 1, 'Verified', 'confirmed', '2026-01-05'])
    assert.equal(await inTable({ ...usual, [key]: value }), `active ${address}`, String(value))
  const others = ['f', 'N', 'Pending', 'Not verified', 'Nein', 'unverified', '0', '', '-']
  for (const value of [...others, false, 0, null, '0001-01-01T00:00:00Z'])
    assert.equal(await inTable({ ...usual, [key]: value }), 'active no address', String(value))
  const user = { username: 'ada', firstName: 'Ada', ...usual }
  assert.equal(await said('keycloak', { ...user, emailVerified: null }), 'active no address')
  assert.equal(await said('onelogin', { ...user, email_verified: 'Pending' }), 'active no address')
})

test('a person who is pending stays not active beside a state that is not known', async () => {
  const record = { id: 7, username: 'ada', name: 'Ada Moreau', state: 'on_leave', email: address }
  for (const [pending, expected] of [
    [{}, false],
    [{ confirmed_at: null }, true],
  ] as const) {
    const text = JSON.stringify([{ ...record, ...pending }])
    const [account] = ofKind(
      await read('idp', text, { mapping: exportDefaults('gitlab').mapping }),
      'account',
    )
    assert.deepEqual(
      [account?.unknownStates, account?.isSuspendedToo],
      [[{ path: 'state', value: 'on_leave' }], expected],
    )
  }
})
