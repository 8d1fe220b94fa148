import { Type, type TSchema } from 'typebox'
import { connectorOf } from '../../connectors/vendors.ts'
import { CommandFailed } from '../output/output.ts'
import { optionOf } from '../nouns/setting-options.ts'

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
