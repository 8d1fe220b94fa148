import { describeReason } from '../output/describe-reason.ts'
import { resource } from './directory-nouns.ts'
import { noun, type Noun } from './noun.ts'
import { workspaceUser } from './workspace-nouns.ts'

export const ruleset: Noun = noun({
  name: 'ruleset',
  what: 'resource with a ruleset',
  about: 'the policy of a resource or attribute each',
  argument: 'the id, handle or name of a resource, attribute or ruleset',
  example: resource.example,
  isTyped: true,
  list: '/policy/rulesets',
  fields: [
    'resource: policy_resource.handle|policy_resource.name, type, state',
    'sensitive: is_sensitive, findings: findings.length, id, name: policy_resource.name',
  ],
  naming: {
    names: ['policy_resource.handle', 'policy_resource.name'],
    search: 'filter[search]',
    references: { dirsc_: 'filter[resource_id]', dratr_: 'filter[resource_id]' },
  },
  title: '{type} {policy_resource.handle|policy_resource.name}',
  below: {
    of: () => rule,
    columns: ['role', 'rule', 'state', 'priority', 'id'],
    none: 'No rules.',
  },
  verbs: { create: { arguments: ['resource_id'] } },
})

export const rulesetAdmin: Noun = noun({
  name: 'ruleset admin',
  about: 'who administers a ruleset',
  by: () => workspaceUser,
  ownedBy: () => ruleset,
  list: '/policy/rulesets/{ruleset}/admins',
  fields: 'role, id: workspace_user_id',
  title: '{workspace_user_id}',
  verbs: {
    create: { name: 'add', arguments: ['ruleset', 'user_id', 'role'] },
    update: { arguments: ['ruleset', 'user', 'role'] },
    delete: { name: 'remove' },
  },
})

export const rule: Noun = noun({
  name: 'rule',
  about: 'who gets which role on a resource',
  ownedBy: () => ruleset,
  list: '/policy/rulesets/{ruleset}/rules',
  one: '/policy/rules/{rule}',
  fields: [
    'role: role_handle, rule: description, state, priority, key',
    'until: timestamp.expires_at, id',
  ],
  title: '{role_handle}: {description|no conditions}',
  below: { of: () => condition },
  verbs: {
    create: {
      about: 'draft a rule, which has no effect until it is activated',
      example: `engineering/backend --role developer --conditions '[{type: identity, profile_key: department, profile_operator: equals, profile_value: Engineering}]'`,
    },
    activate: { about: 'put a draft in force' },
    deprecate: { about: 'end a rule later: its people keep their access until then' },
    delete: { about: 'delete a draft, or a rule that has ended' },
  },
})

export const condition: Noun = noun({
  name: 'rule condition',
  about: 'the conditions of a rule',
  ownedBy: () => rule,
  list: '/policy/rules/{rule}/conditions',
  one: '/policy/conditions/{condition}',
  fields: 'condition: description, type, id',
  title: '{description}',
})

export const exception: Noun = noun({
  name: 'exception',
  about: 'exceptions of a resource',
  argument: rule.argument,
  ownedBy: () => ruleset,
  list: '/policy/rulesets/{ruleset}/exceptions',
  one: '/policy/rules/{rule}',
  fields: [
    'exception: description, role: role_handle, state, until: timestamp.expires_at, reason',
    'id',
  ],
  title: '{role_handle}: {description|no conditions}',
  verbs: {
    create: {
      about: 'let one person in for a while',
      arguments: ['user_id', 'ruleset'],
      example:
        'ada.moreau@acme.example engineering/backend --until 2027-03-01 --reason "Helps with the migration"',
      note: 'An exception is a rule: `muster rule list` shows it, and `muster rule deactivate` ends it sooner.',
    },
    // Those of the rule.
    update: false,
    delete: false,
    activate: false,
    deprecate: false,
    deactivate: false,
    duplicate: false,
  },
})

/** There is one record of them. */
export const settings: Noun = noun({
  name: 'settings',
  about: 'the settings of policy: limits, and how long access stays',
  one: '/policy/settings',
  fields: [],
  title: 'Settings of policy',
})

export const incident: Noun = noun({
  name: 'incident',
  about: 'incidents: what a source would have moved beyond a limit, held until it is decided',
  argument: 'an id, poinc_…, or the handle of a source with one open incident',
  list: '/policy/incidents',
  fields: [
    'id, source: integration.handle, state: closed_as|state, people',
    'accounts of no one: accounts_without_person, opened: timestamp.opened_at',
    ['because', ({ reasons: [first] }) => first && describeReason(first)],
  ],
  sort: '-opened_at',
  naming: { names: ['integration.handle'], only: { 'filter[state]': 'open' } },
  title: '{id}',
})

export const plan: Noun = noun({
  name: 'plan',
  about: 'plans: changes that were planned, exceed a limit or are left to a job',
  argument: 'a plan id, popln_…, as a refused change or `muster policy plan` prints it',
  list: '/policy/plans',
  fields: [
    'id, kind, state, beyond a limit: exceeds_limits, people: totals.people',
    'author: author.id, created: timestamp.created_at, until: timestamp.expires_at',
    'operations: ops, description',
  ],
  named: ['author'],
  title: '{id}',
  verbs: { create: false },
})
