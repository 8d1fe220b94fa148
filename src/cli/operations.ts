import { operations, type Field, type Operation } from './gen/operations.ts'

export type { Field, Operation }

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
