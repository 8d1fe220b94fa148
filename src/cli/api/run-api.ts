import { readFile } from 'node:fs/promises'
import { text as readAll } from 'node:stream/consumers'
import { parse } from 'yaml'
import { isRecord } from '../../contract/json.ts'
import type { ServerChoice } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { printJson, say, WrongArguments } from '../output/output.ts'

export type RawOptions = ServerChoice & {
  field?: string[]
  rawField?: string[]
  input?: string
  header?: string[]
  paginate?: boolean
  showHeaders?: boolean
}

const methods = ['get', 'post', 'put', 'patch', 'delete'] as const
type Method = (typeof methods)[number]

/** Sends one request, and prints what comes back. */
export async function runApi(
  first: string,
  second: string | undefined,
  options: RawOptions,
): Promise<void> {
  const method = second === undefined ? 'get' : methodOf(first)
  const { path, query } = targetOf(second ?? first)
  const fields = await fieldsOf(options)
  const { muster } = await connect(options)
  const parameters = method === 'get' ? { ...query, ...fields } : query
  const headers = Object.fromEntries(
    (options.header ?? []).map((each) => pairOf(each, ':', 'header')),
  )
  const params = { query: parameters }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- any path and method of the API
  const [verb, place] = [method as 'get', path as '/directory/users']
  if (options.paginate === true) {
    if (method !== 'get') throw new WrongArguments('--paginate is for lists, which are read.')
    const init: object = { params, headers }
    return printJson({ data: await Array.fromAsync(muster.list(place, init)) })
  }
  const body = method === 'get' ? undefined : await bodyOf(options, fields)
  const init: object = { params, headers, ...(body === undefined ? {} : { body }) }
  const { status, body: answer, etag, location } = await muster.send(verb, place, init)
  const shown = [String(status), etag && `ETag: ${etag}`, location && `Location: ${location}`]
  if (options.showHeaders === true) say(shown.filter((line) => line !== null).join('\n'))
  if (answer !== undefined) printJson(answer)
}

function methodOf(text: string): Method {
  const method = methods.find((each) => each === text.toLowerCase())
  if (method !== undefined) return method
  throw new WrongArguments(`${text} is not a method: give GET, POST, PATCH, PUT or DELETE.`)
}

/** The path and the query; the token goes to no other server. */
function targetOf(text: string): { path: string; query: Record<string, string> } {
  const [path = '', search = ''] = text.replace(/^\/?api\/v1(?=\/)/, '').split(/\?(.*)/s)
  if (!/^\/(?!\/)[\w./~-]+$/.test(path) || path.split('/').includes('..'))
    throw new WrongArguments(`${text} is not a path of the API, such as /directory/users.`)
  return { path, query: Object.fromEntries(new URLSearchParams(search)) }
}

async function fieldsOf({
  field = [],
  rawField = [],
}: RawOptions): Promise<Record<string, unknown>> {
  const raw = rawField.map((each) => pairOf(each, '=', 'field'))
  const typed = await Promise.all(
    field.map(async (each) => {
      const [name, value] = pairOf(each, '=', 'field')
      return [name, await typedValue(value)] as const
    }),
  )
  return Object.fromEntries([...raw, ...typed])
}

function pairOf(text: string, mark: '=' | ':', what: string): [name: string, value: string] {
  const at = text.indexOf(mark)
  if (at > 0)
    return [text.slice(0, at).trim(), mark === ':' ? text.slice(at + 1).trim() : text.slice(at + 1)]
  throw new WrongArguments(`${text} is no ${what}: give name${mark}value.`)
}

async function typedValue(text: string): Promise<unknown> {
  if (text.startsWith('@')) return readFile(text.slice(1), 'utf8')
  if (/^(true|false|null|-?\d{1,15})$/.test(text)) return JSON.parse(text)
  return text
}

/** The body is that of a file, with the fields laid over it. */
async function bodyOf({ input }: RawOptions, fields: Record<string, unknown>): Promise<unknown> {
  const isEmpty = Object.keys(fields).length === 0
  if (input === undefined) return isEmpty ? undefined : fields
  const text = input === '-' ? await readAll(process.stdin) : await readFile(input, 'utf8')
  const body: unknown = parse(text)
  if (isEmpty) return body
  if (isRecord(body)) return { ...body, ...fields }
  throw new WrongArguments(`${input} is not an object, so that no field can be added to it.`)
}
