import { integrationTypes } from '../../contract/gen/vendors.ts'
import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { Body, Muster, paths, RowOf } from '../../../sdk/src/index.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { ask } from '../command-line/ask.ts'
import { connect } from '../connection/connect.ts'
import { removed } from '../nouns/field-flags.ts'
import { optionKey } from '../api/field-values.ts'
import { bold, CommandFailed, quoted } from '../output/output.ts'
import { columns, printRecord, tableOf } from '../output/present.ts'
import { showWork } from '../output/progress.ts'
import { readSettings, refusedSettings } from './connection-settings.ts'
import { settingFlags, withOptions } from '../nouns/setting-options.ts'
import { findIntegration } from './server-import.ts'
import { isVendor, productName, vendorTypes, type VendorType } from './vendor-types.ts'

export type ConnectOptions = ApiOptions & {
  ldap?: string
  type?: string
  at?: string
  set?: string[]
  secretFile?: string
  bindDn?: string
  passwordFile?: string
  ca?: string
  every?: number | typeof removed
  name?: string
  primary?: boolean
}

type Source = RowOf<'/workspace/integrations'>
type Preview = Body<'get', '/workspace/integrations/{integration}/preview'>

/** What is connected, and with which settings. */
type Wanted = {
  type: Source['type']
  known: VendorType
  connection: { url: string }
}

/** Connects a source, new or known, and prints what a sync would read of it. */
export async function runConnect(handle: string, options: ConnectOptions): Promise<void> {
  const { ldap: directory, type } = options
  if (type !== undefined && directory !== undefined) throw new CommandFailed(whichSource, 2)
  const isNamed = type !== undefined || directory !== undefined
  const given = isNamed ? await wantedBy(type ?? 'ldap', options) : undefined
  const { muster } = await connect(options)
  const source = await findIntegration(muster, handle)
  const wanted = given ?? (await storedIn(source, handle, options))
  if (source !== undefined) refuseIgnored(source, wanted, options)
  const secret = await readSecret(wanted, options, { isAsked: isNamed })
  const { every } = options
  const reached = {
    // What is not given stays as it was set before.
    connection: { ...source?.connection, ...wanted.connection },
    ...(secret === undefined ? {} : { credentials: { [wanted.known.secret.kind]: secret } }),
    ...(every === undefined ? {} : { sync_every_seconds: every === removed ? null : every }),
  }
  const id = await store(muster, source?.id ?? newSource(handle, wanted, options), reached).catch(
    (error: unknown) => {
      throw refusedSettings(wanted.type, error)
    },
  )
  const params = { path: { integration: id } }
  const preview = await showWork(`Connecting to ${wanted.connection.url}`, () =>
    muster.get('/workspace/integrations/{integration}/preview', { params }),
  )
  if (preview.failure !== null)
    throw new CommandFailed(
      `The settings are stored, but can’t be used: ${withOptions(wanted.type, preview.failure)}`,
    )
  show(handle, { id, preview, wanted }, options)
}

const whichSource = 'Give --ldap for a directory, or --type for a vendor.'

/** Every source can have these; the others are of directories. */
const commonSettings = new Set(['ca', 'reads_groups'])
const vendorFlags = ['--at', '--secret-file']
const directoryFlags = [
  '--password-file',
  ...Object.entries(settingFlags).flatMap(([name, flag]) =>
    commonSettings.has(name) ? [] : [flag],
  ),
]

/** A source that the options name, or that is stored at `url`. */
async function wantedBy(name: string, options: ConnectOptions, url?: string): Promise<Wanted> {
  const [type, known] = [integrationTypes.find((each) => each === name), vendorTypes[name]]
  if (type === undefined || known === undefined) throw new CommandFailed(whichSource, 2)
  const useless = (type === 'ldap' ? vendorFlags : directoryFlags).filter(
    (flag) => valueOfFlag(options, flag) !== undefined,
  )
  const whose = type === 'ldap' ? 'a directory' : `a vendor’s API such as ${type}`
  if (useless.length > 0)
    throw new CommandFailed(
      `${useless.join(' and ')} can’t be given for ${whose}. Nothing was changed.`,
      2,
    )
  const address = (type === 'ldap' ? options.ldap : options.at) ?? url ?? known.url
  if (address === null) throw new CommandFailed(`Give the address of ${type} with --at.`, 2)
  return { type, known, connection: await connectionOf(type, address, options) }
}

/** A source that is connected keeps its type, and its address unless another one is given. */
async function storedIn(
  source: Source | undefined,
  handle: string,
  options: ConnectOptions,
): Promise<Wanted> {
  const url = source?.connection?.['url']
  if (source === undefined || typeof url !== 'string')
    throw new CommandFailed(`${handle} is not connected yet. ${whichSource}`, 2)
  return wantedBy(isVendor(source.type) ? source.type : 'ldap', options, url)
}

function valueOfFlag(options: ConnectOptions, flag: string): unknown {
  return Object.entries(options).find(
    ([key]) => key === optionKey(flag.replace(/^--(no-)?/, '')),
  )?.[1]
}

/** How a source is reached: what the options say, by the settings of the API. */
async function connectionOf(
  type: string,
  url: string,
  options: ConnectOptions,
): Promise<{ url: string }> {
  const given = Object.entries(settingFlags).flatMap(([setting, flag]) => {
    const value = valueOfFlag(options, flag)
    // Commander takes a flag that is left out for the contrary of `--no-groups`.
    const isLeftOut = value === undefined || (setting === 'reads_groups' && value === true)
    return isLeftOut ? [] : [[setting, value] as const]
  })
  const { ca, set } = options
  return {
    url,
    // Only ldap:// has it: a source that moves to ldaps:// drops the stored value.
    ...(url.startsWith('ldaps:') && { start_tls: undefined }),
    ...Object.fromEntries(given),
    ...(ca !== undefined && { ca: await readFile(ca, 'utf8') }),
    ...readSettings(type, set),
  }
}

/** Refuses another type, name or primary for a known source. The current ones may be given again. */
function refuseIgnored(source: Source, { type }: Wanted, { name, primary }: ConnectOptions): void {
  const { handle } = source
  if (source.type !== type)
    throw new CommandFailed(
      `${handle} is of type ${source.type}, not ${type}. Give another handle${isVendor(source.type) ? `, or --type ${source.type}` : ''}. Nothing was changed.`,
    )
  const others = [
    ...(name === undefined || name === source.name ? [] : [['--name', quoted(name)]]),
    ...(primary !== true || source.is_primary ? [] : [['--primary']]),
  ]
  if (others.length === 0) return
  const names = others.map(([option]) => option).join(' and ')
  throw new CommandFailed(
    `${handle} exists already, and ${names} can be given for a new source only. Nothing was changed. Run instead: muster integration update ${handle} ${others.flat().join(' ')}`,
    2,
  )
}

function newSource(handle: string, { type, known }: Wanted, { name, primary }: ConnectOptions) {
  const named = name === undefined ? {} : { name }
  return { handle, vendor: known.vendor, type, is_primary: primary === true, ...named }
}

type Reached = Pick<
  NonNullable<
    paths['/workspace/integrations']['post']['requestBody']
  >['content']['application/json'],
  'connection' | 'credentials' | 'sync_every_seconds'
>

/** @returns the id of the source, which is made where it is none */
async function store(
  muster: Muster,
  source: string | ReturnType<typeof newSource>,
  reached: Reached,
): Promise<string> {
  if (typeof source !== 'string') {
    const { id } = await muster.post('/workspace/integrations', { body: { ...source, ...reached } })
    return id
  }
  const params = { path: { integration: source } }
  await muster.patch('/workspace/integrations/{integration}', { params, body: reached })
  return source
}

/** Undefined keeps the stored one. An editor ends the file with a line break. */
async function readSecret(
  {
    type,
    known: {
      secret: { kind, label },
    },
  }: Wanted,
  { bindDn, passwordFile, secretFile }: ConnectOptions,
  { isAsked }: { isAsked: boolean },
): Promise<string | undefined> {
  const file = type === 'ldap' ? passwordFile : secretFile
  if (file !== undefined) {
    const read = file === '-' ? readAll(process.stdin) : readFile(file, 'utf8')
    const secret = (await read).replace(/\r?\n$/, '')
    if (secret === '')
      throw new CommandFailed(`The ${kind.replaceAll('_', ' ')} is empty. Nothing was changed.`)
    return secret
  }
  const isKept = !isAsked || (type === 'ldap' && bindDn === undefined)
  if (isKept || !process.stdin.isTTY) return undefined
  const whose = type === 'ldap' ? bindDn : type
  const question = `${label} of ${whose} (empty keeps the stored one): `
  const entered = await ask(question, { isHidden: true })
  if (entered === undefined) throw new CommandFailed('Nothing was changed.')
  return entered === '' ? undefined : entered
}

type Connected = { id: string; preview: Preview; wanted: Wanted }

const personFields = columns<Preview['people'][number]>(
  'first name: first_name',
  'last name: last_name',
  'e-mail: email',
  'handle',
  'state',
  'id: vendor_id',
)

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
        : `${bold('Some of its people, as they would be:')}\n${tableOf(people, personFields)}`,
      ...leftOut.map((reason) => `Left out: ${reason}`),
      `Nothing is imported yet. Read everything with: muster integration sync ${handle}`,
    ],
  })
}
