import { operations as generated } from '../gen/operations.ts'

/** A filter or a field of a body. `text` is anything that is sent as it is written; `json` has a structure of its own. */
export type Field = {
  name: string
  kind:
    | 'text'
    | 'integer'
    | 'boolean'
    | 'choice'
    | 'instant'
    | 'id'
    | 'texts'
    | 'words'
    | 'map'
    | 'json'
  about?: string
  choices?: readonly string[]
  /** Of an id. */
  prefix?: string
  least?: number
  most?: number
  required?: true
  /** Null is a value too. */
  nullable?: true
  /** Several choices, separated by commas. */
  several?: true
  example?: string
}

export type Operation = {
  id: string
  method: 'get' | 'post' | 'put' | 'patch' | 'delete'
  path: string
  summary: string
  status: number
  /** What the ids in its path begin with. */
  ids?: readonly string[]
  query?: readonly Field[]
  body?: readonly Field[]
  /** What `include` takes. */
  include?: true
  takesIfMatch?: true
  /** A job may do it, and 202 is its answer. */
  mayBeLeft?: true
  /** The name of it as an operation of a plan. */
  op?: string
  /** The columns of a list as CSV. */
  columns?: readonly string[]
}

const operations: readonly Operation[] = generated

const byRoute = new Map(operations.map((each) => [`${each.method} ${each.path}`, each]))

export function operationAt(method: Operation['method'], path: string): Operation | undefined {
  return byRoute.get(`${method} ${path}`)
}

/** What can be done with one record besides: `suspend` of `…/{user}/suspend`, and no list of what it has. */
export function stepsOf(one: string): string[] {
  return operations.flatMap(({ method, path }) => {
    const [, step] =
      (path.startsWith(`${one}/`) ? /^\/([a-z-]+)$/.exec(path.slice(one.length)) : null) ?? []
    return step !== undefined && method === 'post' && operationAt('get', path) === undefined
      ? [step]
      : []
  })
}

/** The names of the ids in a path. */
export function idsIn(path: string): string[] {
  return [...path.matchAll(/\{(\w+)\}/g)].flatMap(([, name]) => name ?? [])
}

/** The path of one record of a list. */
export function oneOf(list: string): string {
  const paths = operations.map(({ path }) => path)
  return (
    paths.find(
      (path) =>
        path.startsWith(`${list}/{`) &&
        path.endsWith('}') &&
        path.lastIndexOf('{') === list.length + 1,
    ) ?? ''
  )
}
