import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { Body, Muster } from '../../sdk/src/index.ts'
import type { ApiOptions } from './api-options.ts'
import { ask } from './ask.ts'
import { connect } from './connect.ts'
import { bold, CommandFailed } from './output.ts'
import { printRecord, tableOf } from './present.ts'
import { showWork } from './progress.ts'

export type ConnectOptions = ApiOptions & {
  ldap: string
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

/** Connects a directory, new or known, and prints what a sync would read of it. */
export async function runConnect(handle: string, options: ConnectOptions): Promise<void> {
  const { muster } = await connect(options)
  const connection = await settingsOf(options)
  const password = await readPassword(options)
  const id = await findOrMake(muster, handle, options)
  const params = { path: { integration: id } }
  await muster.patch('/workspace/integrations/{integration}', {
    params,
    body: {
      connection,
      ...(password === undefined ? {} : { credentials: { password } }),
      ...(options.every === undefined ? {} : { sync_every_seconds: options.every }),
    },
  })
  const preview = await showWork(`Connecting to ${options.ldap}`, () =>
    muster.get('/workspace/integrations/{integration}/preview', { params }),
  )
  if (preview.failure !== null)
    throw new CommandFailed(`The settings are stored, but can’t be used: ${preview.failure}`)
  show(handle, { id, preview, connection }, options)
}

async function findOrMake(
  muster: Muster,
  handle: string,
  { name, primary }: ConnectOptions,
): Promise<string> {
  for await (const row of muster.list('/workspace/integrations'))
    if (row.handle === handle) return row.id
  const body = { handle, vendor: 'idp', type: 'ldap', is_primary: primary === true } as const
  const named = name === undefined ? body : { ...body, name }
  return (await muster.post('/workspace/integrations', { body: named })).id
}

async function settingsOf(options: ConnectOptions) {
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
async function readPassword({ bindDn, passwordFile }: ConnectOptions): Promise<string | undefined> {
  if (passwordFile !== undefined) {
    const read = passwordFile === '-' ? readAll(process.stdin) : readFile(passwordFile, 'utf8')
    const password = (await read).replace(/\r?\n$/, '')
    if (password === '') throw new CommandFailed('The password is empty. Nothing was changed.')
    return password
  }
  if (bindDn === undefined || !process.stdin.isTTY) return undefined
  const entered = await ask(`Password of ${bindDn} (empty keeps the stored one): `, {
    isHidden: true,
  })
  if (entered === undefined) throw new CommandFailed('Nothing was changed.')
  return entered === '' ? undefined : entered
}

type Connected = { id: string; preview: Preview; connection: { url: string } }

const products = {
  active_directory: 'Active Directory',
  openldap: 'OpenLDAP',
  '389ds': '389 Directory Server',
  other: 'an LDAP directory',
} as const

function productName(product: string): string {
  return Object.entries(products).find(([name]) => name === product)?.[1] ?? product
}

function show(
  handle: string,
  { id, preview, connection }: Connected,
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
        ? 'Nobody was found. Correct --base and --people-filter.'
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
