import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { Body, Muster } from '../../sdk/src/index.ts'
import type { ApiOptions } from './api-options.ts'
import { ask } from './ask.ts'
import { connect } from './connect.ts'
import { bold, CommandFailed } from './output.ts'
import { printRecord, tableOf } from './present.ts'
import { showWork } from './progress.ts'
import {
  vendorConnection,
  vendorTypes,
  type VendorType,
  type VendorTypeName,
} from './vendor-connection.ts'

export type ConnectOptions = ApiOptions & {
  ldap?: string
  type?: VendorTypeName
  at?: string
  set?: string[]
  secretFile?: string
  startTls?: boolean
  bindDn?: string
  passwordFile?: string
  base?: string[]
  peopleFilter?: string
  groupFilter?: string
  groups?: boolean
  attribute?: string[]
  ca?: string
  every?: number
  name?: string
  primary?: boolean
}

type Preview = Body<'get', '/workspace/integrations/{integration}/preview'>

/** What is connected, and with which settings. */
type Wanted = {
  type: 'ldap' | VendorTypeName
  known: VendorType
  connection: { url: string }
}

const ldap: VendorType = { vendor: 'idp', secret: 'password', secretName: 'Password' }

/** Connects a source, new or known, and prints what a sync would read of it. */
export async function runConnect(handle: string, options: ConnectOptions): Promise<void> {
  const wanted = await wantedBy(options)
  const { muster } = await connect(options)
  const secret = await readSecret(wanted, options)
  const { id, stored } = await findOrMake(muster, handle, { wanted, options })
  const params = { path: { integration: id } }
  await muster.patch('/workspace/integrations/{integration}', {
    params,
    body: {
      // What is not given stays as it was set before.
      connection: { ...stored, ...wanted.connection },
      ...(secret === undefined ? {} : { credentials: { [wanted.known.secret]: secret } }),
      ...(options.every === undefined ? {} : { sync_every_seconds: options.every }),
    },
  })
  const preview = await showWork(`Connecting to ${wanted.connection.url}`, () =>
    muster.get('/workspace/integrations/{integration}/preview', { params }),
  )
  if (preview.failure !== null)
    throw new CommandFailed(`The settings are stored, but can’t be used: ${preview.failure}`)
  show(handle, { id, preview, wanted }, options)
}

async function wantedBy(options: ConnectOptions): Promise<Wanted> {
  const { type, ldap: url } = options
  if ((type === undefined) === (url === undefined))
    throw new CommandFailed('Give --ldap for a directory, or --type for a vendor.', 2)
  if (type !== undefined)
    return {
      type,
      known: vendorTypes[type],
      connection: await vendorConnection({ ...options, type }),
    }
  return {
    type: 'ldap',
    known: ldap,
    connection: await settingsOf({ ...options, ldap: url ?? '' }),
  }
}

async function findOrMake(
  muster: Muster,
  handle: string,
  {
    wanted: { type, known },
    options: { name, primary },
  }: { wanted: Wanted; options: ConnectOptions },
): Promise<{ id: string; stored: object }> {
  for await (const row of muster.list('/workspace/integrations'))
    if (row.handle === handle) {
      if (row.type === type) return { id: row.id, stored: row.connection ?? {} }
      throw new CommandFailed(
        `${handle} is of type ${row.type}, not ${type}. Give another handle, or --type ${row.type}. Nothing was changed.`,
      )
    }
  const body = { handle, vendor: known.vendor, type, is_primary: primary === true }
  const named = name === undefined ? body : { ...body, name }
  const { id } = await muster.post('/workspace/integrations', { body: named })
  return { id, stored: {} }
}

async function settingsOf(options: ConnectOptions & { ldap: string }) {
  const { ldap: url, startTls, bindDn, base, peopleFilter, groupFilter, attribute, ca } = options
  return {
    url,
    ...(startTls === true && { start_tls: true }),
    ...(ca !== undefined && { ca: await readFile(ca, 'utf8') }),
    ...(bindDn !== undefined && { bind_dn: bindDn }),
    ...(base !== undefined && { base_dns: base }),
    ...(peopleFilter !== undefined && { people_filter: peopleFilter }),
    ...(groupFilter !== undefined && { group_filter: groupFilter }),
    ...(options.groups === false && { reads_groups: false }),
    ...(attribute !== undefined && { attributes: attribute }),
  }
}

/** Undefined keeps the stored one. An editor ends the file with a line break. */
async function readSecret(
  { type, known: { secretName } }: Wanted,
  { bindDn, passwordFile, secretFile }: ConnectOptions,
): Promise<string | undefined> {
  const file = secretFile ?? passwordFile
  if (file !== undefined) {
    const read = file === '-' ? readAll(process.stdin) : readFile(file, 'utf8')
    const secret = (await read).replace(/\r?\n$/, '')
    if (secret === '')
      throw new CommandFailed(`The ${secretName.toLowerCase()} is empty. Nothing was changed.`)
    return secret
  }
  if ((type === 'ldap' && bindDn === undefined) || !process.stdin.isTTY) return undefined
  const whose = type === 'ldap' ? bindDn : type
  const question = `${secretName} of ${whose} (empty keeps the stored one): `
  const entered = await ask(question, { isHidden: true })
  if (entered === undefined) throw new CommandFailed('Nothing was changed.')
  return entered === '' ? undefined : entered
}

type Connected = { id: string; preview: Preview; wanted: Wanted }

const products = {
  active_directory: 'Active Directory',
  openldap: 'OpenLDAP',
  '389ds': '389 Directory Server',
  other: 'an LDAP directory',
  okta: 'Okta',
  entra: 'Microsoft Entra',
  github: 'GitHub',
  gitlab: 'GitLab',
} as const

function productName(product: string): string {
  return Object.entries(products).find(([name]) => name === product)?.[1] ?? product
}

function show(
  handle: string,
  { id, preview, wanted: { type, connection } }: Connected,
  options: ConnectOptions,
): void {
  const { product, people, groups, left_out: leftOut } = preview
  printRecord(options, {
    id,
    json: { id, handle, preview },
    title: handle,
    facts: [
      ['id', id],
      ['server', connection.url],
      ['product', product === null ? null : productName(product)],
      ['groups', groups],
    ],
    sections: [
      people.length === 0
        ? `Nobody was found. ${type === 'ldap' ? 'Correct --base and --people-filter.' : 'Correct the settings, or let the token read people.'}`
        : `${bold('Some of its people, as they would be:')}\n${peopleTable(people)}`,
      ...leftOut.map((reason) => `Left out: ${reason}`),
      `Nothing is imported yet. Read everything with: muster integration sync ${handle}`,
    ],
  })
}

function peopleTable(people: Preview['people']): string {
  return tableOf(people, [
    ['first name', (person) => person.first_name],
    ['last name', (person) => person.last_name],
    ['e-mail', (person) => person.email],
    ['handle', (person) => person.handle],
    ['state', (person) => person.state],
    ['id', (person) => person.vendor_id],
  ])
}
