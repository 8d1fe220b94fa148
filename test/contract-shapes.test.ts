import assert from 'node:assert/strict'
import { readFile } from 'node:fs/promises'
import { test } from 'node:test'
import { integrationTypes } from '../src/contract/gen/vendors.ts'
import { isRecord } from '../src/contract/json.ts'
import { document } from './conformance.ts'

type Keys = Readonly<Record<string, string>>

/**
 * The types of the contract's keys: a JSON type, `instant`, values of an enum separated by `|`, a shape, or a list of a
 * shape. A `?` is a key that can be null, which is everything that a record may lack.
 */
const userStates = 'staged|active|expiring|expired|suspended|deactivated'
const person = {
  id: 'string',
  state: userStates,
  manager_id: 'string?',
  is_manager: 'boolean',
  full_name: 'string',
  email: 'string?',
  username: 'string?',
  badge_id: 'string?',
  employee_id: 'string?',
  employee_alt_id: 'string?',
  org: 'object',
  metadata: 'object',
}

const counts = [
  'secondary_users direct_report_users directory_identities policy_conditions policy_users policy_rulesets',
  'manifest_rules qualified_rules staged_rules audit_logs_parent audit_logs_record audit_logs_related',
  'audit_logs_subject directory_attributes codehost_groups codehost_projects suite_drive_docs suite_drive_files',
  'suite_drive_folders suite_drive_decks suite_drive_sheets suite_identity_groups suite_workspace_drives',
  'suite_workspace_groups idp_groups chat_public_channels chat_private_channels chat_groups',
]
const links = [
  'self workspace_user integration secondary_users direct_report_users directory_identities audit_logs_parent',
  'audit_logs_record audit_logs_related audit_logs_subject',
]

/** The shapes that the contract names, by their names in the document. */
const shapes: Readonly<Record<string, Keys>> = {
  CreateWorkspaceServiceAdminData: { admin_role: 'admin|audit|permission|token' },
  DirectoryUserDetailedResponseData: {
    ...person,
    first_name: 'string',
    last_name: 'string',
    timestamp: 'object',
    count: 'object',
    included: 'object',
    links: 'object',
  },
  DirectoryUserSummary: person,
  DirectoryIdentity: {
    id: 'string',
    integration_id: 'string',
    integration_type: integrationTypes.join('|'),
    directory_user_id: 'string?',
    integration_vendor: 'idp|suite|codehost|chat|file',
    integration_handle: 'string',
    vendor_id: 'string',
    full_name: 'string',
    email: 'string?',
    org: 'object',
    state: 'active|suspended|deactivated|orphan',
  },
  PolicyCondition: {
    id: 'string',
    is_imported: 'boolean',
    type: 'attribute|identity|user|direct_reports_of|all_reports_of|entitled_to',
    ruleset_id: 'string',
    rule_id: 'string',
    resource_id: 'string?',
    profile_key: 'string?',
    profile_operator:
      'equals|not_equals|in|not_in|contains|not_contains|starts_with|ends_with|matches|exists|not_exists|greater_than|less_than?',
    profile_value: 'string?',
    description: 'string',
  },
  PolicyRule: {
    id: 'string',
    state: 'staged|active|expiring|expired|deactivated',
    role_name: 'string',
    role_handle: 'string',
    is_imported: 'boolean',
    description: 'string?',
    expires_after_days: 'integer',
    expires_after_days_inherited: 'boolean',
    priority: 'integer',
  },
  PolicyRuleset: {
    id: 'string',
    state: 'unmanaged|monitored|managed',
    type:
      'directory_attribute|codehost_group|codehost_project|suite_drive_doc|suite_drive_file|suite_drive_folder|' +
      'suite_drive_deck|suite_drive_sheet|suite_identity_group|suite_workspace_drive|suite_workspace_group|idp_group|' +
      'chat_public_channel|chat_private_channel|chat_group',
    resource_id: 'string',
    is_authoritative: 'boolean',
    expires_after_days: 'integer',
  },
  PolicyResource: {
    id: 'string',
    state: 'active|deactivated',
    parent: 'string?',
    name: 'string',
    handle: 'string?',
    blueprint_signature: 'string',
    profile_value: 'string?',
  },
  PolicyUser: {
    id: 'string',
    state: 'active|expiring|expired|deactivated',
    timestamp: 'object',
    included: 'object',
  },
  Message: { message: 'string' },
  ValidationMessage: { message: 'string', errors: 'object' },
}

/** The objects in them that have no name of their own, by where they are. */
const objects: Readonly<Record<string, Keys>> = {
  'DirectoryUserDetailedResponseData.timestamp': {
    created_at: 'instant',
    updated_at: 'instant',
    deleted_at: 'instant?',
    expires_at: 'instant?',
    provisioned_at: 'instant',
    deprovisioned_at: 'instant?',
  },
  'DirectoryUserDetailedResponseData.count': all(counts, 'integer'),
  'DirectoryUserDetailedResponseData.links': all(links, 'string'),
  'DirectoryUserDetailedResponseData.included': {
    user_manager: 'DirectoryUserSummary?',
    parent_user: 'DirectoryUserSummary?',
    direct_report_users: 'DirectoryUserSummary[]',
    workspace_user: 'WorkspaceUserRef?',
    integration: 'IntegrationRef?',
    directory_identities: 'DirectoryIdentity[]',
  },
  WorkspaceUserRef: {
    id: 'string',
    state: 'staged|active|expiring|expired|deactivated',
    provider: 'string',
    provider_id: 'string',
    name: 'string',
    handle: 'string?',
    email: 'string?',
  },
  IntegrationRef: { id: 'string', vendor: 'idp|suite|codehost|chat|file', is_primary: 'boolean' },
  'PolicyUser.timestamp': {
    created_at: 'instant',
    updated_at: 'instant',
    activated_at: 'instant',
    expires_at: 'instant?',
    deleted_at: 'instant?',
  },
  'PolicyUser.included': {
    directory_user: 'DirectoryUserSummary',
    policy_ruleset: 'PolicyRuleset',
    policy_rule: 'PolicyRule',
    policy_resource: 'PolicyResource',
  },
}

/** What `include` names, and what each value adds to `included`. */
const families = {
  'secondary-users': 'DirectoryUserSummary[]',
  'policy-conditions': 'PolicyCondition[]',
  'policy-users': 'PolicyUser[]',
  'policy-rules-manifest': 'PolicyRule[]',
  'policy-rules-qualified': 'PolicyRule[]',
  'policy-rules-staged': 'PolicyRule[]',
  'policy-rulesets': 'PolicyRuleset[]',
}

/** The keys beyond the contract, which only `include` adds. */
const added: Readonly<Record<string, readonly string[]>> = {
  DirectoryUserDetailedResponseData: ['abilities', 'incidents', 'state_source'],
  WorkspaceUserRef: ['abilities'],
  // Only where it is true.
  PolicyCondition: ['or_absent'],
  IntegrationRef: ['abilities'],
}

test('each shape of the contract has its name, its keys, its values and its nulls in the document', () => {
  for (const [name, keys] of Object.entries({ ...shapes, ...objects })) {
    const { required, properties } = schemaAt(name)
    const typed = Object.fromEntries(required.map((key) => [key, typeOf(properties[key])]))
    assert.deepEqual(typed, keys, name)
  }
})

test('a shape of the contract has keys of ours only where include adds them', () => {
  for (const name of [...Object.keys(shapes), ...Object.keys(objects)]) {
    if (name === 'DirectoryUserDetailedResponseData.included') continue
    const { required, properties } = schemaAt(name)
    const more = Object.keys(properties).filter((key) => !required.includes(key))
    assert.deepEqual(more.sort(), added[name] ?? [], name)
  }
})

test('the lists that include names have the shapes of the contract, and two short forms each', () => {
  const { required, properties } = schemaAt('DirectoryUserDetailedResponseData.included')
  const optional = Object.entries(properties).filter(([key]) => !required.includes(key))
  assert.deepEqual(
    Object.fromEntries(optional.map(([key, schema]) => [key, typeOf(schema)])),
    Object.fromEntries(
      Object.entries(families).flatMap(([value, type]) => {
        const key = value.replaceAll('-', '_')
        return [
          [key, type],
          [`${key}_count`, 'integer'],
          [`${key}_exists`, 'boolean'],
        ]
      }),
    ),
  )
})

test('include of a directory user is a list of the values of the contract, separated by commas', () => {
  const operation = document.paths['/directory/users/{user}']?.['get']
  const include = operation?.parameters.find(({ name }) => name === 'include')
  const values = Object.keys(families).flatMap((value) => [
    value,
    `${value}-count`,
    `${value}-exists`,
  ])
  assert.equal(include?.required, false)
  assert.deepEqual([include.in, include.style, include.explode], ['query', 'form', false])
  assert.deepEqual(include.schema, {
    type: 'array',
    items: { type: 'string', enum: [...values, 'incidents', 'state-source', 'abilities'] },
  })
})

test('every include in the document is a list of its values', () => {
  const operations = Object.values(document.paths).flatMap((methods) => Object.values(methods))
  const all = operations
    .flatMap(({ parameters }) => parameters)
    .filter(({ name }) => name === 'include')
  assert.ok(all.length > 20)
  for (const { schema } of all) assert.equal(schema['type'], 'array')
})

test('the two operations of the contract take and return its shapes', () => {
  const update = document.paths['/workspace/services/{service}/admins/{user}']?.['patch']
  assert.deepEqual(update?.requestBody?.content['application/json'].schema, {
    $ref: '#/components/schemas/CreateWorkspaceServiceAdminData',
  })
  assert.equal(typeOf(successOf(update?.responses)), 'admin|audit|permission|token')
  const describe = document.paths['/directory/users/{user}']?.['get']
  assert.equal(typeOf(successOf(describe?.responses)), 'DirectoryUserDetailedResponseData')
})

/** The contract itself lies beside the project where it is developed. */
const contract = await readFile(
  new URL('../../shared/interface.md', import.meta.url),
  'utf8',
).catch(() => undefined)

test(
  'these are the lists of the contract, letter by letter',
  { skip: contract === undefined ? 'interface.md is not beside the project' : false },
  () => {
    const lists = listsOf(contract ?? '')
    assert.deepEqual(Object.keys(lists).length, 15)
    for (const [place, names] of Object.entries(lists)) {
      const keys = Object.keys(shapes[place] ?? objects[place] ?? {})
      const known =
        place.endsWith('.included') && place.startsWith('D') ? [...keys, ...ofFamilies] : keys
      assert.deepEqual(known.toSorted(byLetter), names.toSorted(byLetter), place)
    }
    const included = [...(contract ?? '').matchAll(/^ {2}- ((?:[a-z-]+, )+[a-z-]+)$/gm)]
    assert.deepEqual(
      included.flatMap(([, line = '']) => line.split(', ')),
      Object.keys(families).flatMap((value) => [value, `${value}-count`, `${value}-exists`]),
    )
    const roles = [...(contract ?? '').matchAll(/^\| (\w+) \| can view /gm)].map(([, role]) => role)
    assert.equal(roles.join('|'), shapes['CreateWorkspaceServiceAdminData']?.['admin_role'])
  },
)

const ofFamilies = Object.keys(families).map((value) => value.replaceAll('-', '_'))
const byLetter = (one: string, other: string) => (one < other ? -1 : 1)

/** The names that the contract lists, by where they are in the document. */
function listsOf(text: string): Record<string, string[]> {
  const after = (beginning: string) => text.slice(text.indexOf(beginning) + beginning.length)
  const sentence = (beginning: string) => namesIn(after(beginning).split('\n')[0] ?? '')
  const table = (heading: string) =>
    [...(after(heading).split(/\n\n(?!\|)/)[0] ?? '').matchAll(/^\| ([a-z_]+) \|/gm)].map(
      ([, name = '']) => name,
    )
  const row = (name: string) => namesIn(after(`| ${name} | object | `).split(' |')[0] ?? '')
  const person = 'DirectoryUserDetailedResponseData'
  return {
    [person]: table('### Directory user (detailed, returned by the describe operation)'),
    [`${person}.timestamp`]: sentence('null when unset): '),
    [`${person}.count`]: sentence('counts of related resources): '),
    [`${person}.links`]: sentence('all strings, hyperlinks): '),
    [`${person}.included`]: table('### `included` members'),
    WorkspaceUserRef: row('workspace_user'),
    IntegrationRef: row('integration'),
    DirectoryUserSummary: sentence('\nDirectory user summary: '),
    DirectoryIdentity: sentence('\nDirectory identity: '),
    PolicyCondition: sentence('\nPolicy condition: '),
    PolicyRule: sentence('\nPolicy rule: '),
    PolicyRuleset: sentence('\nPolicy ruleset: '),
    PolicyResource: sentence('\nPolicy resource: '),
    PolicyUser: sentence('\nPolicy user: '),
    'PolicyUser.timestamp': namesIn(after('timestamp (object: ').split(';')[0] ?? ''),
  }
}

/** The names of a list, without what stands in brackets, up to the end of its sentence. */
function namesIn(list: string): string[] {
  let plain = list
  for (let before = ''; before !== plain;) {
    before = plain
    plain = plain.replaceAll(/ \([^()]*\)/g, '')
  }
  return (plain.split('.')[0] ?? '').split(',').map((name) => name.trim())
}

function all(lines: readonly string[], type: string): Keys {
  return Object.fromEntries(lines.flatMap((line) => line.split(' ')).map((key) => [key, type]))
}

/** A schema by its name, or the object at a key of it. */
function schemaAt(place: string) {
  const [name = '', key] = place.split('.')
  const named = document.components.schemas[name]
  assert.ok(named !== undefined, `the document has no schema ${name}`)
  const schema = key === undefined ? named : recordOf(named['properties'])[key]
  const { required, properties } = recordOf(schema)
  assert.ok(Array.isArray(required), `${place} requires nothing`)
  return { required: required.map(String), properties: recordOf(properties) }
}

function successOf(responses: object | undefined): unknown {
  const content = recordOf(recordOf(recordOf(responses)['200'])['content'])
  return recordOf(content['application/json'])['schema']
}

function typeOf(schema: unknown): string {
  const { $ref, anyOf, enum: values, type, items, description } = recordOf(schema)
  if (typeof $ref === 'string') return $ref.replace('#/components/schemas/', '')
  if (Array.isArray(anyOf)) {
    const others = anyOf.map(typeOf).filter((each) => each !== 'null')
    return `${others.join(' or ')}${others.length < anyOf.length ? '?' : ''}`
  }
  if (Array.isArray(values)) return values.join('|')
  if (type === 'array') return `${typeOf(items)}[]`
  if (type === 'string' && String(description).startsWith('ISO 8601')) return 'instant'
  return String(type)
}

function recordOf(value: unknown): Record<string, unknown> {
  assert.ok(isRecord(value), `not an object: ${JSON.stringify(value)}`)
  return value
}
