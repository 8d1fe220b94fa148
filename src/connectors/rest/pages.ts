import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { clip } from '../../contract/text.ts'
import { ImportRefused } from '../records/record-source.ts'
import type { AskOptions, RestAnswer, RestSession } from './rest-session.ts'
import { textOf } from './text-of.ts'

export type PageOptions = AskOptions & {
  /** Where the next page is, by this one; null after the last. */
  next: (answer: RestAnswer, asked: URL) => string | URL | null
}

/** Far more than a list of millions has. */
const pagesAtMost = 200_000

/** The pages of a list. A page that refers to one that was read would never end. @throws ImportRefused */
export async function* pages(
  session: RestSession,
  first: string,
  { next, ...options }: PageOptions,
): AsyncGenerator<RestAnswer> {
  const read = new Set<string>()
  for (let url: URL | null = session.resolve(first); url !== null;) {
    if (read.has(url.href) || read.size >= pagesAtMost) throw session.refuse(explainLoop(url))
    read.add(url.href)
    const answer = await session.ask(url, options)
    yield answer
    const after = next(answer, url)
    url = after === null ? null : session.resolve(after)
  }
}

/** The rows of a list, page by page. `at`: where in an answer they are. @throws ImportRefused */
export async function* listRows(
  session: RestSession,
  first: string,
  { at = [], ...options }: PageOptions & { at?: readonly string[] },
): AsyncGenerator<JsonObject> {
  for await (const { body } of pages(session, first, options)) yield* rowsIn(body, first, at)
}

/** The next page is the one that the answer has the address of. */
export function byUrl(...at: string[]): PageOptions['next'] {
  return ({ body }) => textWithin(body, at) ?? null
}

/** The next page is asked for by a parameter, whose value the answer has. */
export function byCursor(parameter: string, ...at: string[]): PageOptions['next'] {
  return ({ body }, asked) => {
    const cursor = textWithin(body, at)
    if (cursor === undefined) return null
    const next = new URL(asked)
    next.searchParams.set(parameter, cursor)
    return next
  }
}

function textWithin(body: JsonValue, at: readonly string[]): string | undefined {
  return textOf(within(body, at.slice(0, -1)), at.at(-1) ?? '')
}

function within(body: JsonValue, at: readonly string[]): JsonValue | undefined {
  return at.reduce<JsonValue | undefined>(
    (value, key) => (isObject(value) ? value[key] : undefined),
    body,
  )
}

/** @throws ImportRefused where it is no list of objects */
export function rowsIn(body: JsonValue, path: string, at: readonly string[] = []): JsonObject[] {
  const rows = within(body, at)
  if (isList(rows) && rows.every(isObject)) return [...rows]
  throw new ImportRefused(
    `The source answered ${clip(path)} with something else than a list. Is the \`url\` the one of its API?`,
  )
}

/** What Node takes of headers by default. */
const longestLinks = 16 * 1024
const links = /<([^<>]*)>((?:[^,<"]|"[^"]*")*)/g
const parameters = /;\s*([a-z*]+)\s*=\s*(?:"([^"]*)"|([^\s;",]*))/gi

/**
 * The next page is the target of `rel="next"` in the header `Link` (RFC 8288). It takes linear time, whatever the header is: no two parts of the
 * patterns that follow one another match the same characters. @throws ImportRefused
 */
export function byLink({ headers }: Pick<RestAnswer, 'headers'>): string | null {
  const header = headers['link'] ?? ''
  if (header.length > longestLinks)
    throw new ImportRefused(
      'The source sent a header `Link` that is longer than 16 KiB, so that the next page is not known. Sync again; if it stays so, tell the vendor.',
    )
  for (const [, target = '', rest = ''] of header.matchAll(links))
    for (const [, name = '', quoted, plain = ''] of rest.matchAll(parameters))
      if (name.toLowerCase() === 'rel' && isNext(quoted ?? plain)) return target
  return null
}

const isNext = (relations: string) => relations.toLowerCase().split(/\s+/).includes('next')

function explainLoop({ pathname }: URL): string {
  return `The pages of ${pathname} refer to each other without an end, so that nobody knows what is missing. Sync again; if it stays so, tell the vendor.`
}
