import { isDeepStrictEqual } from 'node:util'
import type { RowOf } from '../../sdk/src/index.ts'
import { integrationDefaults } from '../connectors/file/mappings/default-mappings.ts'
import { asOptions } from '../connectors/file/option-names.ts'
import {
  directoryUserStates,
  identityReviews,
  identityStates,
  resourceStates,
  ruleStates,
  rulesetStates,
  ruleFindingKinds,
  rulesetTypes,
  resourceTypes,
  serviceStates,
  incidentStates,
  scimSecretStates,
  workspaceUserStates,
  planKinds,
  planStates,
} from '../contract/states.ts'
import { describeReason } from './describe-reason.ts'
import { personLabels } from './fact-labels.ts'
import { factsOf, type Fact } from './facts.ts'
import { noun, type Filter, type Noun } from './noun.ts'
import { withOptions } from './setting-options.ts'

function filter<Key extends string>(
  flags: string,
  about: string,
  key: Key,
  more: Pick<Filter, 'choices' | 'of'> = {},
): Filter<Key> {
  return { flags, about, key, ...more }
}

/** What the times of a record are the times of. */
const happenings = {
  created: 'created',
  updated: 'last changed',
  provisioned: 'provisioned',
  activates: 'with a start',
  expires: 'with an end',
  deprovisioned: 'deprovisioned',
  deleted: 'deleted (with --trashed)',
  linked: 'linked',
} as const

/** For each time `--<time>-after` and `--<time>-before`. */
function times<Time extends keyof typeof happenings>(
  ...of: readonly Time[]
): Filter<`filter[${Time}_after]` | `filter[${Time}_before]`>[] {
  return of.flatMap((time) => [
    {
      flags: `--${time}-after <date>`,
      about: `${happenings[time]} on that date or later`,
      key: `filter[${time}_after]` as const,
      isDate: true,
    },
    {
      flags: `--${time}-before <date>`,
      about: `${happenings[time]} before that date`,
      key: `filter[${time}_before]` as const,
      isDate: true,
    },
  ])
}

/** The order of a list, by any of these fields. */
function sortedBy(...fields: readonly string[]): Filter<'sort'> {
  const choices = fields.flatMap((field) => [field, `-${field}`])
  return {
    flags: '--sort <field>',
    about: 'the order; -: the other way round',
    key: 'sort',
    choices,
  }
}

export const user: Noun = noun({
  name: 'user',
  what: 'person',
  about: 'directory users',
  argument: 'an id, e-mail address, username or name',
  prefix: 'drusr_',
  list: '/directory/users',
  one: '/directory/users/{user}',
  param: 'user',
  fields: [
    ['name', (row) => row.full_name],
    ['e-mail', (row) => row.email],
    ['state', (row) => row.state],
    ['id', (row) => row.id],
    ['organisation', (row) => Object.values(row.org)],
  ],
  csvFields: [
    ['username', (row) => row.username],
    ['employee id', (row) => row.employee_id],
    ['employee alt id', (row) => row.employee_alt_id],
    ['badge id', (row) => row.badge_id],
    ['manager id', (row) => row.manager_id],
    ['parent user id', (row) => row.parent_user_id],
    ['created at', (row) => row.timestamp.created_at],
    ['updated at', (row) => row.timestamp.updated_at],
    ['provisioned at', (row) => row.timestamp.provisioned_at],
    ['activates at', (row) => row.timestamp.activates_at],
    ['expires at', (row) => row.timestamp.expires_at],
    ['deprovisioned at', (row) => row.timestamp.deprovisioned_at],
    ['deleted at', (row) => row.timestamp.deleted_at],
  ],
  filters: [
    filter('--state <state>', 'only those', 'filter[state]', { choices: directoryUserStates }),
    filter(
      '--search <text>',
      'a part of name, username or e-mail address, or a number or id at a vendor',
      'filter[search]',
    ),
    filter('--email <address>', 'who has it, in upper or lower case', 'filter[email]'),
    filter('--username <username>', 'who has it, to the letter', 'filter[username]'),
    filter('--org <dimension:value>', 'such as department:Sales', 'filter[org]'),
    filter('--manager <user>', 'who report to that person', 'filter[manager_id]', {
      of: () => user,
    }),
    filter('--parent <user>', 'further records of that person', 'filter[parent_user_id]', {
      of: () => user,
    }),
    filter('--employee-id <number>', 'who has it, to the letter', 'filter[employee_id]'),
    filter('--employee-alt-id <number>', 'who has it, to the letter', 'filter[employee_alt_id]'),
    filter('--badge-id <number>', 'who has it, to the letter', 'filter[badge_id]'),
    filter('--vendor-id <id>', 'who has an account of that id at its vendor', 'filter[vendor_id]'),
    filter('--source <integration>', 'who have an account there', 'filter[integration_id]', {
      of: () => integration,
    }),
    filter('--metadata <key:value>', 'such as shirt_size:M', 'filter[metadata]'),
    filter('--metadata-key <key>', 'who have that key, whatever its value', 'filter[metadata_key]'),
    filter('--review <reason>', 'marked for review, such as shared_email', 'filter[review]'),
    filter('--held', 'who are held by an incident', 'filter[is_held]'),
    ...times(
      'created',
      'updated',
      'provisioned',
      'activates',
      'expires',
      'deprovisioned',
      'deleted',
    ),
    filter('--trashed <which>', 'deleted people too, or alone', 'filter[trashed]', {
      choices: ['without', 'with', 'only'],
    }),
    sortedBy('full_name', 'username', 'created_at', 'updated_at'),
  ],
  naming: {
    names: (row) => [row.full_name],
    exact: ['filter[email]', 'filter[username]'],
    search: 'filter[search]',
    short: 'filter[full_name]',
  },
  title: (record) => record.full_name || '(no name)',
  facts: (record) => [
    ['id', record.id],
    ['state', record.state],
    ['e-mail', record.email],
    ['username', record.username],
    ['manager', named(record.included.user_manager)],
    ...given('parent', named(record.included.parent_user)),
    ...Object.entries(record.org).map(([key, value]) => [key, value] as const),
    ...Object.entries(record.metadata).map(([key, value]) => [key, value] as const),
    ...given('expires', record.timestamp.expires_at),
    ...Object.entries(record.count)
      .filter(([, count]) => count > 0)
      .map(([key, count]) => [key.replaceAll('_', ' '), count] as const),
  ],
  labels: personLabels,
})

/** `, same name and address`; nothing where no fact is. */
function said(what: string, facts: readonly string[]): string {
  return facts.length === 0 ? '' : `, ${what} ${facts.join(' and ')}`
}

/** A line that most records have no value for. */
function given(name: string, value: string | null): Fact[] {
  return value === null ? [] : [[name, value]]
}

export const identity: Noun = noun({
  name: 'identity',
  what: 'account',
  about: 'accounts of people at the sources',
  argument: 'an id, an e-mail address, or the id at the source',
  prefix: 'dridt_',
  list: '/directory/identities',
  one: '/directory/identities/{identity}',
  param: 'identity',
  fields: [
    ['name', (row) => row.full_name],
    ['e-mail', (row) => row.email],
    ['state', (row) => row.state],
    ['at the source', (row) => row.vendor_state],
    ['source', (row) => row.integration_handle],
    ['person', (row) => row.directory_user_id],
    ['suggestion', (row) => row.suggested_directory_user_id],
    ['because of', (row) => row.suggestion_evidence],
    ['id', (row) => row.id],
    ['id at the source', (row) => row.vendor_id],
  ],
  filters: [
    filter('--state <state>', 'only those; orphan: of no one', 'filter[state]', {
      choices: identityStates,
    }),
    filter('--search <text>', 'a part of name, handle or e-mail address', 'filter[search]'),
    filter('--email <address>', 'that have it, in upper or lower case', 'filter[email]'),
    filter('--handle <handle>', 'that have it, to the letter', 'filter[handle]'),
    filter('--vendor-id <id>', 'that have this id at the source', 'filter[vendor_id]'),
    filter('--source <integration>', 'only of that integration', 'filter[integration_id]', {
      of: () => integration,
    }),
    filter('--user <user>', 'only of that person', 'filter[directory_user_id]', { of: () => user }),
    filter('--review <reason>', 'whose match to look at', 'filter[review]', {
      choices: identityReviews,
    }),
    filter('--suggested', 'of no one, with a suggested person', 'filter[has_suggestion]'),
    filter('--waits', 'that wait for a decision whose they are', 'filter[waits]'),
    filter('--held', 'that are held by an incident', 'filter[is_held]'),
    filter('--incident <incident>', 'only those that it holds', 'filter[incident]', {
      of: () => incident,
    }),
    filter('--without-person', 'of no one, also if they have ended', 'filter[without_person]'),
    ...times('created', 'updated', 'linked'),
  ],
  people: ['person', 'suggestion'],
  naming: { names: (row) => [row.full_name], exact: ['filter[email]', 'filter[vendor_id]'] },
  title: (record) => record.full_name || record.vendor_id,
  facts: (record) => [
    ['id', record.id],
    ['state', record.state],
    ['at the source', record.vendor_state],
    ['source', record.integration_handle],
    ['id at the source', record.vendor_id],
    ['e-mail', record.email],
    ['person', record.directory_user_id],
    ...given('linked by', record.linked_by),
    ...given('because', record.link_evidence),
    ...given('suggestion', record.suggested_directory_user_id),
    ...record.suggestion_evidence.map((each) => ['same', each] as const),
    ...record.waiting_for.map(
      ({ directory_user_id: id, agrees, contradicts }) =>
        ['may be', `${id}${said('same', agrees)}${said('other', contradicts)}`] as const,
    ),
    ...Object.entries(record.org).map(([key, value]) => [key, value] as const),
  ],
  sections: async ({ candidates, directory_user_id: owner }, muster) => {
    if (candidates.length === 0) return []
    const { namesOf } = await import('./people-names.ts')
    const { tableOf } = await import('./present.ts')
    const ids = candidates.map(({ directory_user_id: id }) => id)
    const names = await namesOf(muster, ids)
    return [
      tableOf(candidates, [
        [
          owner === null ? 'may belong to' : 'same address',
          ({ directory_user_id: id }) => names.get(id),
        ],
        ['same', ({ evidence }) => evidence],
        ['id', ({ directory_user_id: id }) => id],
      ]),
    ]
  },
})

function named(person: { full_name: string; id: string } | null | undefined): string | null {
  return person === null || person === undefined ? null : `${person.full_name} (${person.id})`
}

export const resource: Noun = noun({
  name: 'resource',
  what: 'resource',
  about: 'groups, channels, projects and files of vendors',
  argument: 'an id, handle or name',
  prefix: 'dirsc_',
  list: '/directory/resources',
  one: '/directory/resources/{resource}',
  param: 'resource',
  fields: [
    ['resource', (row) => row.handle ?? row.name],
    ['type', (row) => row.type],
    ['state', (row) => row.state],
    ['source', (row) => row.integration_handle],
    ['id', (row) => row.id],
    ['name', (row) => row.name],
  ],
  filters: [
    filter('--type <type>', 'only of that type', 'filter[type]', { choices: resourceTypes }),
    filter('--state <state>', 'only those', 'filter[state]', { choices: resourceStates }),
    filter('--search <text>', 'a part of name or handle', 'filter[search]'),
    filter('--source <integration>', 'only of that integration', 'filter[integration_id]', {
      of: () => integration,
    }),
  ],
  naming: { names: (row) => [row.handle, row.name], search: 'filter[search]' },
  title: (record) => record.handle ?? record.name,
})

export const ruleset: Noun = noun({
  name: 'ruleset',
  what: 'resource with a ruleset',
  about: 'the policy of a resource or attribute each',
  argument: 'the id, handle or name of a resource, attribute or ruleset',
  prefix: 'poset_',
  list: '/policy/rulesets',
  one: '/policy/rulesets/{ruleset}',
  param: 'ruleset',
  fields: [
    ['resource', (row) => row.policy_resource.handle ?? row.policy_resource.name],
    ['type', (row) => row.type],
    ['state', (row) => row.state],
    ['sensitive', (row) => row.is_sensitive],
    ['findings', (row) => row.findings.length],
    ['id', (row) => row.id],
    ['name', (row) => row.policy_resource.name],
  ],
  filters: [
    filter('--type <type>', 'only of that type', 'filter[type]', { choices: rulesetTypes }),
    filter('--state <state>', 'only those', 'filter[state]', { choices: rulesetStates }),
    filter('--search <text>', 'a part of name or handle', 'filter[search]'),
    filter('--source <integration>', 'only of that integration', 'filter[integration_id]', {
      of: () => integration,
    }),
    filter('--finding <kind>', 'only with that finding', 'filter[finding]', {
      choices: ruleFindingKinds,
    }),
  ],
  naming: {
    names: ({ policy_resource: { handle, name } }) => [handle, name],
    search: 'filter[search]',
    references: { dirsc_: 'filter[resource_id]', dratr_: 'filter[resource_id]' },
  },
  title: ({ type, policy_resource: { handle, name } }) => `${type} ${handle ?? name}`,
  sections: async ({ id }, muster) => {
    const { tableOf } = await import('./present.ts')
    const rules = await Array.fromAsync(
      muster.list('/policy/rulesets/{ruleset}/rules', { params: { path: { ruleset: id } } }),
    )
    if (rules.length === 0) return ['No rules.']
    return [
      tableOf(rules, [
        ['role', (rule) => rule.role_handle],
        ['rule', (rule) => rule.description],
        ['state', (rule) => rule.state],
        ['priority', (rule) => rule.priority],
        ['id', (rule) => rule.id],
      ]),
    ]
  },
})

export const rule: Noun = noun({
  name: 'rule',
  what: 'rule',
  about: 'who gets which role on a resource',
  argument: 'a rule id, porul_…',
  prefix: 'porul_',
  list: '/policy/rulesets/{ruleset}/rules',
  one: '/policy/rules/{rule}',
  param: 'rule',
  owners: [
    {
      of: () => ruleset,
      param: 'ruleset',
      list: '/policy/rulesets/{ruleset}/rules',
      one: '/policy/rules/{rule}',
    },
  ],
  fields: [
    ['role', (row) => row.role_handle],
    ['rule', (row) => row.description],
    ['state', (row) => row.state],
    ['priority', (row) => row.priority],
    ['key', (row) => row.key],
    ['until', (row) => row.timestamp.expires_at],
    ['id', (row) => row.id],
  ],
  filters: [
    filter('--state <state>', 'only those', 'filter[state]', { choices: ruleStates }),
    filter('--role <role>', 'only of that role', 'filter[role_handle]'),
    filter('--key <key>', 'only that of a policy file', 'filter[key]'),
  ],
  title: (record) => `${record.role_handle}: ${record.description ?? 'no conditions'}`,
  sections: async ({ included: { policy_conditions: conditions } }) => {
    const { tableOf } = await import('./present.ts')
    if (conditions.length === 0) return []
    return [
      tableOf(conditions, [
        ['condition', (each) => each.description],
        ['type', (each) => each.type],
        ['id', (each) => each.id],
      ]),
    ]
  },
})

export const exception: Noun = noun({
  name: 'exception',
  what: 'exception',
  about: 'exceptions of a resource',
  argument: 'a rule id, porul_…',
  prefix: 'porul_',
  list: '/policy/rulesets/{ruleset}/exceptions',
  one: '/policy/rules/{rule}',
  param: 'rule',
  owners: [
    {
      of: () => ruleset,
      param: 'ruleset',
      list: '/policy/rulesets/{ruleset}/exceptions',
      one: '/policy/rules/{rule}',
    },
  ],
  fields: [
    ['exception', (row) => row.description],
    ['role', (row) => row.role_handle],
    ['state', (row) => row.state],
    ['until', (row) => row.timestamp.expires_at],
    ['reason', (row) => row.reason],
    ['id', (row) => row.id],
  ],
  filters: [
    filter('--state <state>', 'only those', 'filter[state]', { choices: ruleStates }),
    filter('--role <role>', 'only of that role', 'filter[role_handle]'),
  ],
  title: (record) => `${record.role_handle}: ${record.description ?? 'no conditions'}`,
})

export const service: Noun = noun({
  name: 'service',
  what: 'service',
  about: 'service accounts',
  argument: 'an id, handle or name',
  prefix: 'wssvc_',
  list: '/workspace/services',
  one: '/workspace/services/{service}',
  param: 'service',
  fields: [
    ['name', (row) => row.name],
    ['handle', (row) => row.handle],
    ['state', (row) => row.state],
    ['unattended', (row) => row.is_unattended],
    ['id', (row) => row.id],
    ['description', (row) => row.description],
  ],
  filters: [
    filter('--state <state>', 'only those', 'filter[state]', { choices: serviceStates }),
    filter('--search <text>', 'a part of name or handle', 'filter[name_search]'),
    filter('--unattended', 'only those without an active admin', 'filter[unattended]'),
  ],
  naming: {
    names: (row) => [row.name],
    exact: ['filter[handle]'],
    search: 'filter[name_search]',
    short: 'filter[name]',
  },
  title: (record) => record.name,
  sections: async ({ id }, muster) => {
    const { tableOf } = await import('./present.ts')
    const admins = await Array.fromAsync(
      muster.list('/workspace/services/{service}/admins', { params: { path: { service: id } } }),
    )
    if (admins.length === 0) return ['No admins.']
    return [
      tableOf(admins, [
        ['admin', (admin) => admin.name],
        ['role', (admin) => admin.admin_role],
        ['active', (admin) => admin.is_active],
        ['id', (admin) => admin.workspace_user_id],
      ]),
    ]
  },
})

/** People who sign in, and who administer services. */
export const workspaceUser: Noun = noun({
  name: 'workspace-user',
  what: 'workspace user',
  about: 'people who sign in',
  argument: 'an id, e-mail address, handle or name',
  prefix: 'wsusr_',
  list: '/workspace/users',
  one: '/workspace/users/{user}',
  param: 'user',
  fields: [
    ['name', (row) => row.name],
    ['e-mail', (row) => row.email],
    ['state', (row) => row.state],
    ['roles', (row) => row.roles],
    ['id', (row) => row.id],
  ],
  filters: [
    filter('--state <state>', 'only those', 'filter[state]', { choices: workspaceUserStates }),
    filter('--role <role>', 'only with that role', 'filter[role]'),
    filter('--search <text>', 'a part of name, handle or e-mail address', 'filter[name_search]'),
  ],
  naming: { names: (row) => [row.email, row.handle, row.name], search: 'filter[name_search]' },
  title: (record) => record.name,
})

export const integration: Noun = noun({
  name: 'integration',
  what: 'integration',
  about: 'the sources of people and groups',
  argument: 'an id, handle or name',
  prefix: 'wsitg_',
  list: '/workspace/integrations',
  one: '/workspace/integrations/{integration}',
  param: 'integration',
  fields: [
    ['handle', (row) => row.handle],
    ['vendor', (row) => row.vendor],
    ['type', (row) => row.type],
    ['state', (row) => row.state],
    ['primary', (row) => row.is_primary],
    ['held', (row) => row.count.held_users],
    ['id', (row) => row.id],
    ['name', (row) => row.name],
  ],
  filters: [
    filter('--state <state>', 'only those', 'filter[state]', { choices: resourceStates }),
    filter('--vendor <vendor>', 'only of that kind', 'filter[vendor]'),
  ],
  naming: { names: (row) => [row.handle, row.name] },
  title: (record) => record.name,
  facts: (record) =>
    factsOf({ ...record, mapping: aboutMapping(record), last_run: lastRunOf(record) }),
  part: {
    flags: '--mapping',
    about: 'print its mapping alone, for a file that --mapping of the other commands takes',
    of: ({ mapping }) => mapping,
  },
})

/** Its failure names what to change. */
function lastRunOf({ type, last_run: run }: RowOf<'/workspace/integrations'>) {
  return run && { ...run, failure: run.failure && asOptions(withOptions(type, run.failure)) }
}

/** A mapping has hundreds of lines. */
function aboutMapping({ handle, vendor, type, mapping }: RowOf<'/workspace/integrations'>): string {
  const usual: unknown = JSON.parse(JSON.stringify(integrationDefaults(vendor, type).mapping))
  const isUsual = isDeepStrictEqual(mapping, usual)
  return `${isUsual ? 'the built-in one' : 'its own'}; print it with: muster integration show ${handle} --mapping`
}

export const scimSecret: Noun = noun({
  name: 'integration secret',
  what: 'SCIM secret',
  about: 'the secrets with which an identity provider pushes by SCIM',
  argument: 'an id or name',
  prefix: 'wsscs_',
  list: '/workspace/integrations/{integration}/scim-secrets',
  one: '/workspace/integrations/{integration}/scim-secrets/{secret}',
  param: 'secret',
  owners: [
    {
      of: () => integration,
      param: 'integration',
      list: '/workspace/integrations/{integration}/scim-secrets',
      one: '/workspace/integrations/{integration}/scim-secrets/{secret}',
    },
  ],
  fields: [
    ['name', (row) => row.name],
    ['state', (row) => row.state],
    ['used', (row) => row.timestamp.last_used_at],
    ['until', (row) => row.timestamp.expires_at],
    ['id', (row) => row.id],
  ],
  filters: [
    filter('--state <state>', 'only those', 'filter[state]', { choices: scimSecretStates }),
  ],
  naming: { names: (row) => [row.name] },
  title: (record) => record.name,
})

export const token: Noun = noun({
  name: 'token',
  what: 'token',
  about: 'bearer tokens',
  argument: 'an id or name',
  prefix: 'wstok_',
  list: '/workspace/tokens',
  one: '/workspace/tokens/{token}',
  param: 'token',
  owners: [
    {
      of: () => service,
      param: 'service',
      flags: '--service <service>',
      list: '/workspace/services/{service}/tokens',
      one: '/workspace/services/{service}/tokens/{token}',
    },
    {
      of: () => workspaceUser,
      param: 'user',
      flags: '--user <user>',
      list: '/workspace/users/{user}/tokens',
      one: '/workspace/users/{user}/tokens/{token}',
    },
  ],
  fields: [
    ['name', (row) => row.name],
    ['state', (row) => row.state],
    ['until', (row) => row.timestamp.expires_at],
    ['used', (row) => row.timestamp.last_used_at],
    ['id', (row) => row.id],
    ['scopes', (row) => row.scopes],
  ],
  filters: [filter('--state <state>', 'active, expired or revoked', 'filter[state]')],
  naming: { names: (row) => [row.name] },
  title: (record) => record.name,
})

export const incident: Noun = noun({
  name: 'incident',
  what: 'incident',
  about: 'incidents: what a source would have moved beyond a limit, held until it is decided',
  argument: 'an id, poinc_…, or the handle of a source with one open incident',
  prefix: 'poinc_',
  list: '/policy/incidents',
  one: '/policy/incidents/{incident}',
  param: 'incident',
  fields: [
    ['id', (row) => row.id],
    ['source', (row) => row.integration.handle],
    ['state', (row) => row.closed_as ?? row.state],
    ['people', (row) => row.people],
    ['accounts of no one', (row) => row.accounts_without_person],
    ['opened', (row) => row.timestamp.opened_at],
    [
      'because',
      ({ reasons: [first] }) => first && describeReason({ ...first, ruleset: first.ruleset_name }),
    ],
  ],
  sort: '-opened_at',
  filters: [
    filter('--state <state>', 'only those that are open, or closed', 'filter[state]', {
      choices: incidentStates,
    }),
  ],
  naming: { names: (row) => (row.state === 'open' ? [row.integration.handle] : []) },
  title: (record) => record.id,
})

export const plan: Noun = noun({
  name: 'plan',
  what: 'plan',
  about: 'plans: changes that were planned, exceed a limit or are left to a job',
  argument: 'a plan id, popln_…, as a refused change or `muster policy plan` prints it',
  prefix: 'popln_',
  list: '/policy/plans',
  one: '/policy/plans/{plan}',
  param: 'plan',
  fields: [
    ['id', (row) => row.id],
    ['kind', (row) => row.kind],
    ['state', (row) => row.state],
    ['beyond a limit', (row) => row.exceeds_limits],
    ['people', (row) => row.totals?.people ?? null],
    ['author', (row) => row.author?.id ?? null],
    ['created', (row) => row.timestamp.created_at],
    ['until', (row) => row.timestamp.expires_at],
    ['operations', (row) => row.ops],
    ['description', (row) => row.description],
  ],
  filters: [
    filter('--state <state>', 'only those', 'filter[state]', { choices: planStates }),
    filter('--kind <kind>', 'only of that kind', 'filter[kind]', { choices: planKinds }),
    filter('--author <id>', 'only of that workspace user or service', 'filter[author_id]'),
    filter(
      '--ruleset <ruleset>',
      'only those that name or move that ruleset',
      'filter[ruleset_id]',
      {
        of: () => ruleset,
      },
    ),
    filter('--beyond-limits', 'only those that exceed a limit', 'filter[exceeds_limits]'),
  ],
  title: (record) => record.id,
})
