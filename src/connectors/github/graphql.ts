import { isList, isObject, type JsonObject, type JsonValue } from '../../contract/json.ts'
import { tryAgain } from '../../outgoing/explain-connection.ts'
import type { Refusal, RestAnswer, RestSession } from '../rest/rest-session.ts'
import { textOf } from '../rest/text-of.ts'

export type GraphqlQuery = {
  /** With its name, one list (`pageInfo`, and `nodes` or `edges`), and the variable `after`. */
  text: string
  variables: Readonly<Record<string, string>>
  /** Where in the answer the list is. */
  at: readonly string[]
}

/** Far more than any list has. */
const pagesAtMost = 200_000

/** A row of a list: the node, and what its edge says besides. Null in place of all rows if what has the list is gone. */
export async function* graphqlRows(
  session: RestSession,
  url: string,
  { text, variables, at }: GraphqlQuery,
): AsyncGenerator<JsonObject> {
  const read = new Set<string>()
  for (let after: string | null = null; ;) {
    const body: JsonObject = { query: text, variables: { ...variables, after } }
    const answer = await session.ask(url, { body, refusalIn })
    const data = dataOf(session, answer)
    const list = at.reduce<JsonValue | undefined>(
      (value, key) => (isObject(value) ? value[key] : undefined),
      data,
    )
    if (!isObject(list)) {
      requireGone(session, answer, at)
      return
    }
    yield* rowsOf(list)
    const page = list['pageInfo']
    if (!isObject(page) || page['hasNextPage'] !== true) return
    after = textOf(page, 'endCursor') ?? ''
    if (read.has(after) || read.size >= pagesAtMost) throw session.refuse(explainLoop(at))
    read.add(after)
  }
}

function rowsOf(list: JsonObject): JsonObject[] {
  const { nodes, edges } = list
  if (isList(nodes)) return nodes.filter(isObject)
  const rows = isList(edges) ? edges.filter(isObject) : []
  return rows.flatMap(({ node, ...edge }) => (isObject(node) ? [{ ...node, ...edge }] : []))
}

/** Errors come with status 200. Those without a type are faults of the moment, such as a query that took too long. */
function refusalIn({ body }: RestAnswer): Refusal | null {
  const errors = errorsIn(body)
  const [first] = errors
  if (first === undefined || errors.some(isLasting)) return null
  return { why: tryAgain, said: messageOf(first) }
}

const isLasting = (error: JsonObject) =>
  'type' in error &&
  !['RATE_LIMITED', 'RATE_LIMIT', 'INTERNAL'].includes(String(textOf(error, 'type')))

/** What is not found may have been deleted. @throws ImportRefused for what may not be read */
function dataOf(session: RestSession, { body }: RestAnswer): JsonValue | undefined {
  const refused = errorsIn(body).find((error) => textOf(error, 'type') !== 'NOT_FOUND')
  if (refused !== undefined)
    throw session.refuse(
      `GitHub refuses a query. The token needs the scopes read:org, read:user and user:email, and repo for repositories, of an owner of the organisation; with single sign-on it has to be authorised for it. (${session.quote(messageOf(refused))})`,
    )
  return isObject(body) ? body['data'] : undefined
}

/** An answer without the list is none, unless it says that what has the list is gone. @throws ImportRefused */
function requireGone(session: RestSession, { body }: RestAnswer, at: readonly string[]): void {
  if (errorsIn(body).some((error) => textOf(error, 'type') === 'NOT_FOUND')) return
  throw session.refuse(
    `GitHub answered without ${at.join('.')}, so that nobody knows what is in it. ${tryAgain}`,
  )
}

function errorsIn(body: JsonValue): JsonObject[] {
  const errors = isObject(body) ? body['errors'] : undefined
  return isList(errors) ? errors.filter(isObject) : []
}

const messageOf = (error: JsonObject) => textOf(error, 'message') ?? 'it says no more'

function explainLoop(at: readonly string[]): string {
  return `The pages of ${at.join('.')} refer to each other without an end, so that nobody knows what is missing. Sync again; if it stays so, tell GitHub.`
}
