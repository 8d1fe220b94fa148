import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import type { Body, RowOf } from '../../../sdk/src/index.ts'
import { definedOf } from '../../contract/defined.ts'
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
import { productName, vendorNames, vendorTypes } from './vendor-types.ts'

type Source = RowOf<'/workspace/integrations'>
type Preview = Body<'get', '/workspace/integrations/{integration}/preview'>

export type ConnectOptions = ApiOptions & {
  ldap?: string
  type?: Source['type']
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

/** What is connected, and with which settings. `isNamed`: the options say what it is, and not only what is stored. */
type Wanted = {
  type: Source['type']
  known: NonNullable<ReturnType<typeof vendorTypes.get>>
  connection: { url: string }
  isNamed: boolean
}

/** Connects a source, new or known, and prints what a sync would read of it. */
export async function runConnect(handle: string, options: ConnectOptions): Promise<void> {
  const named = namedType(options)
  const { muster } = await connect(options)
  const source = await findIntegration(muster, handle)
  const wanted = await wantedBy({ handle, source, named }, options)
  if (source !== undefined) refuseIgnored(source, wanted, options)
  const secret = await readSecret(wanted, options)
  const { type, known, connection } = wanted
  const { every, name, primary } = options
  const reached = {
    // What is not given stays as it was set before.
    connection: { ...source?.connection, ...connection },
    ...(secret === undefined ? {} : { credentials: { [known.secret.kind]: secret } }),
    ...definedOf({ sync_every_seconds: every === removed ? null : every }),
  }
  const made = {
    handle,
    vendor: known.vendor,
    type,
    is_primary: primary === true,
    ...definedOf({ name }),
  }
  const stored =
    source === undefined
      ? muster.post('/workspace/integrations', { body: { ...made, ...reached } })
      : muster
          .patch('/workspace/integrations/{integration}', {
            params: { path: { integration: source.id } },
            body: reached,
          })
          .then(() => source)
  const { id } = await stored.catch((error: unknown) => {
    throw refusedSettings(type, error)
  })
  const params = { path: { integration: id } }
  const preview = await showWork(`Connecting to ${connection.url}`, () =>
    muster.get('/workspace/integrations/{integration}/preview', { params }),
  )
  if (preview.failure !== null)
    throw new CommandFailed(
      `The settings are stored, but can’t be used: ${withOptions(type, preview.failure)}`,
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

/** The type that the options name. */
function namedType(options: ConnectOptions): Source['type'] | undefined {
  const { ldap: directory, type: vendor } = options
  if (vendor !== undefined && directory !== undefined) throw new CommandFailed(whichSource, 2)
  const named = vendor ?? (directory === undefined ? undefined : 'ldap')
  if (named !== undefined) refuseUseless(named, options)
  return named
}

function refuseUseless(type: string, options: ConnectOptions): void {
  const useless = (type === 'ldap' ? vendorFlags : directoryFlags).filter(
    (flag) => valueOfFlag(options, flag) !== undefined,
  )
  const whose = type === 'ldap' ? 'a directory' : `a vendor’s API such as ${type}`
  if (useless.length > 0)
    throw new CommandFailed(
      `${useless.join(' and ')} can’t be given for ${whose}. Nothing was changed.`,
      2,
    )
}

type Named = { handle: string; source: Source | undefined; named: Source['type'] | undefined }

/** What is to be connected. A source that is connected keeps its type, and its address unless another one is given. */
async function wantedBy(
  { handle, source, named }: Named,
  options: ConnectOptions,
): Promise<Wanted> {
  const { ldap: directory, at } = options
  const stored = source?.connection?.['url']
  const type = named ?? (stored === undefined ? undefined : source?.type)
  const known = vendorTypes.get(type ?? '')
  if (type === undefined || known === undefined)
    throw new CommandFailed(`${handle} is not connected yet. ${whichSource}`, 2)
  refuseUseless(type, options)
  const kept = source?.type === type && typeof stored === 'string' ? stored : known.url
  const url = directory ?? at ?? kept
  if (url === null) throw new CommandFailed(`Give the address of ${type} with --at.`, 2)
  const connection = await connectionOf(type, url, options)
  return { type, known, connection, isNamed: named !== undefined }
}

function valueOfFlag(options: ConnectOptions, flag: string): unknown {
  return new Map(Object.entries(options)).get(optionKey(flag.replace(/^--(no-)?/, '')))
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
  const its = vendorNames.includes(source.type) ? `, or --type ${source.type}` : ''
  if (source.type !== type)
    throw new CommandFailed(
      `${handle} is of type ${source.type}, not ${type}. Give another handle${its}. Nothing was changed.`,
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

/** Undefined keeps the stored one. An editor ends the file with a line break. */
async function readSecret(
  { type, known, isNamed }: Wanted,
  { bindDn, passwordFile, secretFile }: ConnectOptions,
): Promise<string | undefined> {
  const { kind, label } = known.secret
  const [file, whose] = type === 'ldap' ? [passwordFile, bindDn] : [secretFile, type]
  if (file !== undefined) {
    const read = file === '-' ? readAll(process.stdin) : readFile(file, 'utf8')
    const secret = (await read).replace(/\r?\n$/, '')
    if (secret !== '') return secret
    throw new CommandFailed(`The ${kind.replaceAll('_', ' ')} is empty. Nothing was changed.`)
  }
  if (!isNamed || whose === undefined || !process.stdin.isTTY) return undefined
  const question = `${label} of ${whose} (empty keeps the stored one): `
  const entered = await ask(question, { isHidden: true })
  if (entered === undefined) throw new CommandFailed('Nothing was changed.')
  return entered === '' ? undefined : entered
}

type Connected = { id: string; preview: Preview; wanted: Wanted }

const personFields = columns<Preview['people'][number]>(
  'first name: first_name, last name: last_name, e-mail: email, handle, state, id: vendor_id',
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
