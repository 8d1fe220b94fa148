import { Type, type TSchema } from 'typebox'
import { connectorOf } from '../../connectors/vendors.ts'
import { MusterError } from '../../../sdk/src/index.ts'
import { CommandFailed } from '../output/output.ts'
import { optionOf, withOptions } from '../nouns/setting-options.ts'

type Setting = string | boolean | number | string[]

/** What always has an option of its own is given by that, a secret among them. */
const named = new Set(['url', 'ca', 'credentials'])
const secrets = new Set(['password', 'token', 'client_secret', 'service_account_key'])

/** Settings by the names that the API has for them, as the connector of the type takes them. A list is given one value at a time. */
export function readSettings(type: string, set: readonly string[] = []): Record<string, Setting> {
  const schemas: Readonly<Record<string, TSchema>> = connectorOf(type)?.settings.properties ?? {}
  const settings: Record<string, Setting> = {}
  for (const [written, text] of set.map(split)) {
    const name = secrets.has(written) ? 'credentials' : written
    if (named.has(name))
      throw new CommandFailed(
        `--set does not take ${written}. Give it with ${optionOf(type, name)}.`,
        2,
      )
    const before = settings[name]
    const value = readValue(name, text, schemas[name])
    settings[name] = Array.isArray(value) && Array.isArray(before) ? [...before, ...value] : value
  }
  return settings
}

/** `organization=acme` */
function split(text: string): [name: string, value: string] {
  const [, name, value] = /^([a-z_]+)=(.+)$/s.exec(text) ?? []
  if (name !== undefined && value !== undefined) return [name, value]
  throw new CommandFailed(
    `--set takes a setting and its value, such as organization=acme, and not ${JSON.stringify(text)}.`,
    2,
  )
}

/** The server says what is wrong with a setting that is not known here. */
function readValue(name: string, text: string, schema: TSchema | undefined): Setting {
  const isFlag = text === 'true' || text === 'false'
  if (schema === undefined) return isFlag ? text === 'true' : text
  if (Type.IsArray(schema)) return [text]
  if (Type.IsBoolean(schema)) return isFlag ? text === 'true' : refuse(name, text, 'true or false')
  if (Type.IsInteger(schema))
    return /^\d{1,9}$/.test(text) ? Number(text) : refuse(name, text, 'a number')
  return text
}

function refuse(name: string, text: string, wanted: string): never {
  throw new CommandFailed(`--set ${name} takes ${wanted}, and not ${JSON.stringify(text)}.`, 2)
}

/** A refusal of the settings of a connection, with the options of the command line; any other error as it is. */
export function refusedSettings(type: string, error: unknown): unknown {
  if (!(error instanceof MusterError) || error.status !== 422) return error
  const lines = Object.entries(error.errors).flatMap(([field, faults]) =>
    faults.map((fault) => explainFault(type, field, fault)),
  )
  const [first, second] = lines
  if (first === undefined) return error
  return new CommandFailed(
    second === undefined
      ? `${first}. Nothing was changed.`
      : `Nothing was changed:\n${lines.map((line) => `  ${line}`).join('\n')}`,
  )
}

function explainFault(type: string, field: string, fault: string): string {
  if (field === 'connection') return explainSetting(type, fault)
  const [, setting] = /^connection\.([a-z_]+)/.exec(field) ?? []
  if (setting !== undefined) return `${optionOf(type, setting)} ${fault}`
  const given = withOptions(type, fault)
  if (field === 'credentials')
    return `${optionOf(type, field)} ${given.replace('sent again, or removed with null,', 'given again')}`
  return `${field === 'sync_every_seconds' ? '--every' : field} ${given}`
}

/** A fault begins with the setting, or a value of its list. One that is unknown lists those that are known. */
function explainSetting(type: string, fault: string): string {
  const [, unknown, allowed] = /^(\S+) is unknown; allowed are (.+)$/.exec(fault) ?? []
  if (unknown !== undefined && allowed !== undefined) {
    const known = allowed.split(', ').map((name) => optionOf(type, name))
    return `--set ${unknown} is unknown; allowed are ${known.join(', ')}`
  }
  const [, setting = '', rest = ''] = /^([a-z_]+)(?:\.\d+)?(.*)$/s.exec(fault) ?? []
  return `${optionOf(type, setting)}${withOptions(type, rest)}`
}
