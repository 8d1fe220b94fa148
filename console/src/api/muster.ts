import {
  createMuster,
  MusterError,
  type Answer,
  type Body,
  type InitArgument,
  type Muster,
  type PathOf,
} from 'muster-sdk'
import { changesBetween, Conflict, noteVersion, versionOf } from './versions.ts'

type Write = 'post' | 'put' | 'patch' | 'delete'
type HeaderOf<Init> = Init extends { params?: infer Params }
  ? NonNullable<Params> extends { header?: infer Header }
    ? [NonNullable<Header>] extends [never]
      ? object
      : NonNullable<Header>
    : object
  : object

/** A write that takes If-Match names the record as it is shown, in `of`: 412 ({@link Conflict}) if it has changed since. */
type Argument<M extends Write | 'get', P extends PathOf<M>> = 'If-Match' extends keyof HeaderOf<
  NonNullable<InitArgument<M, P>[0]>
>
  ? [init: NonNullable<InitArgument<M, P>[0]> & { of: object }]
  : InitArgument<M, P>

/** The SDK, whose writes can't forget which state of a record they are about. */
type Console = Pick<Muster, 'get' | 'list' | 'export'> & {
  [M in Write]: <P extends PathOf<M>>(path: P, ...init: Argument<M, P>) => Promise<Body<M, P>>
} & {
  send: <M extends Write | 'get', P extends PathOf<M>>(
    method: M,
    path: P,
    ...init: Argument<M, P>
  ) => Promise<Answer<Body<M, P>>>
}

type AnyInit = {
  params?: { path?: Record<string, string>; header?: Record<string, string> }
  of?: object
}
type AnySend = (method: string, path: string, init: AnyInit) => Promise<Answer<unknown>>

const client = createMuster({ origin: location.origin })
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- generic over all paths, which Console's types narrow
const sendAny = client.send as unknown as AnySend

async function send(
  method: string,
  path: string,
  { of, ...init }: AnyInit = {},
): Promise<Answer<unknown>> {
  const answer = await (of === undefined
    ? sendAny(method, path, init)
    : sendIfSame(method, path, init, of))
  noteVersion(answer.body, answer.etag)
  return answer
}

async function sendIfSame(
  method: string,
  path: string,
  init: AnyInit,
  of: object,
): Promise<Answer<unknown>> {
  const { params: { path: ids = {}, header } = {} } = init
  const read = async () => {
    // A step of a record is below its path.
    const place = method === 'put' ? path : path.replace(/\}\/[^{]*$/, '}')
    const { body } = await send('get', place, { params: { path: ids } })
    if (typeof body !== 'object' || body === null) throw new Error(`${path} is of no record`)
    return body
  }
  const id = idOf(of) ?? Object.values(ids).at(-1) ?? ''
  const version = versionOf(of) ?? (await versionOfRow(of, read, id))
  try {
    const params = { ...init.params, header: { ...header, 'If-Match': version } }
    const answer = await sendAny(method, path, { ...init, params })
    // What follows in this tab before it is read again is about its own change.
    if (idOf(answer.body) === id) noteVersion(of, answer.etag)
    return answer
  } catch (error) {
    if (!(error instanceof MusterError) || error.status !== 412) throw error
    throw new Conflict(id, { before: of, now: await read() }, error)
  }
}

/** A row of a list has no version: that of its record, if it still says the same. */
async function versionOfRow(row: object, read: () => Promise<object>, id: string): Promise<string> {
  const now = await read()
  // A session's end moves with its use.
  const changes = changesBetween(row, now).filter(({ key }) => key !== 'expires_at')
  if (changes.length > 0) throw new Conflict(id, { before: row, now })
  return versionOf(now) ?? ''
}

function idOf(record: unknown): string | undefined {
  const isNamed = typeof record === 'object' && record !== null && 'id' in record
  return isNamed && typeof record.id === 'string' ? record.id : undefined
}

const bodyOf = (method: string) => async (path: string, init?: AnyInit) =>
  (await send(method, path, init)).body

const { list, export: exportList } = client
const api = {
  get: bodyOf('get'),
  post: bodyOf('post'),
  put: bodyOf('put'),
  patch: bodyOf('patch'),
  delete: bodyOf('delete'),
  send,
  list,
  export: exportList,
}

/** The API of the server that this page came from, with the session of this browser. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
export const muster: Console = api as unknown as Console
