import type { Flag } from '../command-line/flag.ts'
import { noun, type Naming, type Noun } from './noun.ts'

/** People who sign in, and who administer services. */
export const workspaceUser: Noun = noun({
  name: 'workspace-user',
  about: 'people who sign in',
  argument: 'an id, e-mail address, handle or name',
  example: 'ada.moreau@acme.example',
  list: '/workspace/users',
  fields: 'name, e-mail: email, state, roles, id',
  naming: { names: ['email', 'handle', 'name'], search: 'filter[name_search]' },
  warning: '{verb} {name} ({id}), who is {state} and has {roles|no role}',
  verbs: { create: { about: 'add a person before their first sign-in' } },
})

const byName: Naming = { names: ['name'], search: 'filter[name_search]', short: 'filter[name]' }

export const service: Noun = noun({
  name: 'service',
  about: 'service accounts',
  example: 'payroll-sync',
  list: '/workspace/services',
  fields:
    'name, handle, state, until: timestamp.expires_at, used: timestamp.last_used_at, sponsor: sponsor.name|sponsor.id, confirm: timestamp.confirm_by, unsponsored: is_unsponsored, unattended: is_unattended, kind, environment, id, description',
  naming: { ...byName, exact: ['filter[handle]'] },
  verbs: {
    confirm: {
      about: 'say that a service is still needed, as its sponsor or with a reason',
      isHarmless: true,
      done: '{named.0} is confirmed.',
      note: 'Who only answers for a service, and may not see it, gives its id: notices and Home have it.',
      example: 'payroll-sync --reason "Its sponsor is on leave, and payroll runs on it"',
    },
    deprecate: { about: 'end a service later: its tokens work until then' },
    shrink: false,
  },
  below: { of: () => serviceAdmin, none: 'No admins.' },
})

const grants = '{named.1} is now {named.2} on {named.0}.'

export const serviceAdmin: Noun = noun({
  name: 'service admin',
  about: 'who administers a service',
  by: () => workspaceUser,
  ownedBy: () => service,
  list: '/workspace/services/{service}/admins',
  fields:
    'admin: name, role: admin_role, active: is_active, until: timestamp.expires_at, id: workspace_user_id',
  title: '{name|workspace_user_id}',
  warning:
    'take the role {admin_role} on {named.0} from {name|workspace_user_id} ({workspace_user_id})',
  verbs: {
    create: { name: 'add', arguments: ['service', 'user_id', 'admin_role'], done: grants },
    expire: { about: 'set the end of a role on a service, or take it away' },
    update: { aliases: ['set'], arguments: ['service', 'user', 'admin_role'], done: grants },
    delete: { name: 'remove', done: '{named.1} has no role on {named.0} any more.' },
  },
})

export const role: Noun = noun({
  name: 'role',
  about: 'roles of people who sign in',
  argument: 'an id or name',
  example: 'workspace.auditor',
  list: '/workspace/roles',
  fields: 'name, system: is_system, id, description',
  naming: byName,
  verbs: { create: { example: '--name support --permission directory.user.view audit.log.view' } },
})

export const token: Noun = noun({
  name: 'token',
  about: 'bearer tokens',
  argument: 'an id or name',
  example: 'laptop',
  list: '/workspace/tokens',
  owners: [
    { of: () => service, flag: 'service', list: '/workspace/services/{service}/tokens' },
    { of: () => workspaceUser, flag: 'user', list: '/workspace/users/{user}/tokens' },
  ],
  fields: 'name, state, until: timestamp.expires_at, used: timestamp.last_used_at, id, scopes',
  naming: { names: ['name'] },
  warning: '{verb} {name} ({id}), and every token that was made with it',
  verbs: {
    create: {
      about: 'make a token; its secret is shown once, with -o id on standard error',
      makesSecret: true,
      example: '--name ci --scope directory.user.view --days 30 --service payroll-sync',
    },
    delete: {
      name: 'revoke',
      about: 'end a token, and every token that was made with it',
      among: active,
    },
  },
})

/** Those that have ended can't be meant. */
function active() {
  return { query: { 'filter[state]': 'active' } }
}

export const scimSecret: Noun = noun({
  name: 'integration secret',
  what: 'SCIM secret',
  about: 'the secrets with which an identity provider pushes by SCIM',
  argument: 'an id or name',
  example: 'Entra, autumn 2026',
  ownedBy: () => integration,
  list: '/workspace/integrations/{integration}/scim-secrets',
  fields: 'name, state, used: timestamp.last_used_at, until: timestamp.expires_at, id',
  naming: { names: ['name'] },
  warning: '{verb} {name} ({id}), last used: {timestamp.last_used_at|never before}',
  verbs: {
    create: {
      about: 'make a SCIM secret; it is shown once, with -o id on standard error',
      makesSecret: true,
      example: 'entra --name "Entra, autumn 2026" --days 365',
      note: `Give the identity provider the address and the secret. Two live at a time: to rotate, make the second, give it to the
identity provider, and revoke the first. It needs workspace.integration.manage and workspace.integration.sync.`,
    },
    delete: { name: 'revoke', among: active },
  },
})

const mappingOption: Flag = [
  '--mapping <file>',
  'where the fields stand in its records, as YAML or JSON; muster connect writes it',
]

export const integration: Noun = noun({
  name: 'integration',
  about: 'the sources of people and groups',
  example: 'idp',
  list: '/workspace/integrations',
  one: '/workspace/integrations/{integration}',
  fields: 'handle, vendor, type, state, primary: is_primary, held: count.held_users, id, name',
  naming: { names: ['handle', 'name'] },
  shown: async (record) => {
    const { shownIntegration } = await import('./integration-facts.ts')
    return shownIntegration(record)
  },
  part: {
    flag: 'mapping',
    about: 'print its mapping alone, for a file that --mapping of the other commands takes',
    field: 'mapping',
  },
  verbs: {
    create: {
      about: 'add a source whose files are imported, or which pushes by SCIM',
      arguments: ['handle'],
      without: ['connection', 'credentials', 'mapping', 'dimensions'],
      extra: [mappingOption],
      example: 'entra --vendor idp --type scim --scim-profile entra --primary',
      note: `What is left out is as usual for the product. Then send its files: muster import <file> --integration <handle> --server <name>
A directory, or a vendor’s API, is connected by muster integration connect.`,
    },
    update: {
      aliases: ['set'],
      about: 'change the settings of a source',
      without: ['connection', 'credentials', 'mapping', 'is_primary'],
      plansOnRequest: true,
      extra: [mappingOption, ['--primary', 'its accounts govern people from now on']],
      example: 'idp --manager-key managerId --manager-holds vendor_id --plan',
      note: `A key holds at once for the accounts as they are known. A change beyond a limit is not carried out: the message names the plan that shows its effect.
With --plan the plan is kept for a day: muster plan apply <plan>. How a source is reached is changed by muster integration connect.`,
    },
    delete: {
      about: 'disconnect a source for good',
      warning: '{verb} {name} ({id}) and end the accounts that it has',
      note: 'Its accounts end and its groups have no members any more. While it governs people or rules read it, it is refused, with what to do first.',
    },
    'make-primary': { plansOnRequest: true, done: '{named.0} is the primary now.' },
    imports: false,
    sync: false,
  },
})
