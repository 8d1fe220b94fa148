import { inSlices } from '../../http/lists/in-slices.ts'
import type { IntegrationType, IntegrationVendor } from '../../contract/states.ts'
import type { Encoding } from '../file/decode-text.ts'
import { fileDefaults, type IntegrationDefaults } from '../file/mappings/default-mappings.ts'
import type { Test } from '../file/mapping.ts'
import { bindColumns, collectColumns, createBinder } from '../file/bind-columns.ts'
import type { RawRow } from '../file/raw-row.ts'
import { readRawRows, type OpenExport } from '../file/read-export.ts'
import { isMusterTable } from '../file/mappings/muster-table.ts'
import { holds } from '../file/shape.ts'
import type { Format } from '../file/sniff-format.ts'
import { columnsOf, describeColumns } from './columns.ts'
import { hasStateColumn } from './propose-states.ts'

export type ProductName = keyof typeof fileDefaults
export type Product = {
  name: ProductName
  /** As people call it. */
  label: string
  vendor: IntegrationVendor
  type: IntegrationType
  defaults: IntegrationDefaults
}

type Marks = readonly (readonly Test[])[]

const exists = (...paths: string[]): Test[] => paths.map((path) => ({ path, exists: true }))
const oneOf = (path: string, ...values: string[]): Test => ({ path, one_of: values })

/** What only the exports of a product have, in the order in which they are tried. */
const marks: readonly (Omit<Product, 'defaults'> & { marks: Marks })[] = [
  {
    name: 'ldap',
    label: 'an LDAP directory or Active Directory',
    vendor: 'idp',
    type: 'ldap',
    marks: [
      exists('dn', 'objectClass'),
      exists('distinguishedName', 'objectClass'),
      exists('sAMAccountName', 'distinguishedName'),
      exists('sAMAccountName', 'objectGUID'),
      exists('sAMAccountName', 'userAccountControl'),
      exists('dn', 'uid'),
    ],
  },
  {
    name: 'okta',
    label: 'Okta',
    vendor: 'idp',
    type: 'okta',
    marks: [
      exists('profile.login'),
      exists('Login', 'Primary Email', 'Status'),
      [oneOf('objectClass', 'okta:user_group')],
      [oneOf('type', 'okta_group', 'app_group', 'built_in'), ...exists('profile.name')],
    ],
  },
  {
    name: 'scim',
    label: 'a SCIM service',
    vendor: 'idp',
    type: 'scim',
    marks: [
      [
        oneOf(
          'schemas',
          'urn:ietf:params:scim:schemas:core:2.0:user',
          'urn:ietf:params:scim:schemas:core:2.0:group',
          'urn:scim:schemas:core:1.0',
        ),
      ],
      exists('userName', 'emails[0].value', 'id'),
      exists('userName', 'name.familyName', 'id'),
      exists('userName', 'meta.resourceType'),
      [oneOf('meta.resourceType', 'user', 'group')],
    ],
  },
  {
    name: 'entra',
    label: 'Microsoft Entra',
    vendor: 'idp',
    type: 'entra',
    marks: [
      // Azure DevOps has `principalName` in `user`.
      [...exists('userPrincipalName'), { path: 'accessLevel', exists: false }],
      exists('mailNickname'),
      exists('securityEnabled'),
      [oneOf('@odata.type', '#microsoft.graph.user')],
    ],
  },
  {
    name: 'keycloak',
    label: 'Keycloak',
    vendor: 'idp',
    type: 'file',
    marks: [
      exists('username', 'enabled', 'emailVerified'),
      exists('username', 'enabled', 'createdTimestamp'),
      exists('username', 'enabled', 'credentials'),
      exists('serviceAccountClientId'),
      exists('path', 'subGroups'),
      exists('path', 'subGroupCount'),
    ],
  },
  {
    name: 'onelogin',
    label: 'OneLogin',
    vendor: 'idp',
    type: 'file',
    marks: [
      exists('status', 'state', 'invitation_sent_at'),
      exists('status', 'state', 'manager_user_id'),
      exists('firstname', 'lastname', 'openid_name'),
    ],
  },
  {
    name: 'google',
    label: 'Google Workspace',
    vendor: 'suite',
    type: 'google',
    marks: [
      ...['name.fullName', 'name.givenName', 'orgUnitPath', 'suspended', 'isAdmin'].map((path) =>
        exists('primaryEmail', path),
      ),
      exists('Email Address', 'Org Unit Path'),
      exists('groupKey.id'),
      exists('memberKey.id'),
      exists('preferredMemberKey.id'),
      exists('group', 'email', 'role', 'type'),
      exists('email', 'name', 'directMembersCount'),
      exists('Group Email', 'Member Email'),
      exists('Email address', 'Group status', 'Posting permissions'),
      [
        oneOf(
          'kind',
          'admin#directory#user',
          'admin#directory#group',
          'admin#directory#member',
          'drive#drive',
          'drive#file',
          'drive#permission',
        ),
      ],
    ],
  },
  {
    name: 'slack',
    label: 'Slack',
    vendor: 'chat',
    type: 'slack',
    marks: [
      exists('profile.real_name', 'id'),
      exists('team_id', 'is_usergroup'),
      exists('team_id', 'deleted'),
      exists('userid', 'username', 'billing-active'),
      exists('creator', 'is_private'),
      exists('creator', 'is_archived', 'members'),
      exists('handle', 'users', 'name'),
      exists('id', 'handle', 'user_count'),
      [{ path: '.', is_text: true }],
    ],
  },
  {
    name: 'github',
    label: 'GitHub',
    vendor: 'codehost',
    type: 'github',
    marks: [
      exists('login', 'node_id'),
      exists('login', 'site_admin'),
      exists('login', 'tfa_enabled'),
      exists('node.login'),
      exists('GitHub com login'),
      exists('Login', 'GitHub com user'),
      exists('login', 'role', 'dormant?'),
      exists('slug', 'privacy', 'permission'),
      exists('slug', 'members_url'),
      exists('full_name', 'owner.login'),
    ],
  },
  {
    name: 'gitlab',
    label: 'GitLab',
    vendor: 'codehost',
    type: 'gitlab',
    marks: [
      exists('username', 'web_url'),
      [...exists('username'), oneOf('access_level', '5', '10', '15', '20', '30', '40', '50', '60')],
      exists('source_id', 'access_level'),
      exists('path_with_namespace'),
      exists('full_path'),
      exists('username', 'bot'),
      exists('username', 'namespace_id'),
      [...exists('name'), { path: 'username', form: 'gitlab_service_account' }],
    ],
  },
]

const anyTable: Product = {
  name: 'file',
  label: 'a table of people',
  vendor: 'file',
  type: 'file',
  defaults: fileDefaults.file,
}

const musterTable: Product = {
  name: 'muster',
  label: "Muster's own table",
  vendor: 'file',
  type: 'file',
  defaults: fileDefaults.muster,
}

/** Rows that are looked at. */
const sampleRows = 100

/**
 * The product whose marks most of the first records have, Muster's own table, or any table. Only products of the vendor and type are
 * considered. A table with states that the product does not have is any table, as personnel tables name accounts of products too.
 */
export async function chooseProduct(
  source: OpenExport & { encoding?: Encoding },
  only: { vendor?: IntegrationVendor | undefined; type?: IntegrationType | undefined } = {},
): Promise<Product> {
  const { rows, format } = await firstRows(source)
  if (isMusterTable(rows.map(({ value }) => value))) return musterTable
  const products = marks.filter(
    ({ vendor, type }) =>
      (only.vendor ?? vendor) === vendor && [type, undefined].includes(only.type),
  )
  const counts: { product: (typeof products)[number]; count: number }[] = []
  for await (const product of inSlices(products))
    counts.push({ product, count: countMarked(rows, product) })
  const best = counts.reduce<(typeof counts)[number] | null>(
    (one, other) => (other.count > (one?.count ?? 0) ? other : one),
    null,
  )
  if (best === null || best.count * 2 < rows.length) return anyTable
  const { name, label, vendor, type } = best.product
  const product = { name, label, vendor, type, defaults: fileDefaults[name] }
  return format === 'csv' && !readsStates(rows, product.defaults) && haveStates(rows)
    ? anyTable
    : product
}

/** Whether the records have columns that say who is there, by the product's mapping. */
function readsStates(rows: readonly GoodRow[], { mapping }: IntegrationDefaults): boolean {
  const { add, columns } = collectColumns()
  for (const { value } of rows) add(value)
  const { sources, ended_at: ends = [] } = bindColumns(mapping, columns).account.state
  const paths = sources.filter((source) => source.ignore_others !== true).map(({ path }) => path)
  return [...paths, ...ends].some((path) => columns.includes(path))
}

function haveStates(records: readonly GoodRow[]): boolean {
  const { rows, leaves } = columnsOf(records.map(({ value }) => value))
  return hasStateColumn(describeColumns(rows, leaves))
}

type GoodRow = RawRow & { kind: 'raw' }

function countMarked(
  rows: readonly GoodRow[],
  { name, marks: list }: (typeof marks)[number],
): number {
  const { mapping } = fileDefaults[name]
  // The binder finds names up to case; the marks stand where a mapping has its tests.
  const bind = createBinder({
    ...mapping,
    account: { ...mapping.account, when: list.map((tests) => [...tests]) },
  })
  return rows.filter(({ value }) => bind(value).account.when.some((tests) => holds(value, tests)))
    .length
}

async function firstRows(source: OpenExport & { encoding?: Encoding }) {
  const found: GoodRow[] = []
  let format: Format | null = null
  const onFormat = (each: Format) => (format = each)
  for await (const rows of await readRawRows({ ...source, onFormat })) {
    found.push(...rows.filter((row) => row.kind === 'raw').slice(0, sampleRows))
    if (found.length >= sampleRows) break
  }
  return { rows: found.slice(0, sampleRows), format }
}
