import {
  createMuster,
  MusterError,
  type Answer,
  type Body,
  type InitArgument,
  type Muster,
  type PathOf,
} from 'muster-sdk'
import { basePath } from './base-path.ts'
import type { AnyInit, AnySend, Sent } from './send-if-same.ts'
import { noteVersion } from './versions.ts'

type Write = 'post' | 'put' | 'patch' | 'delete'
type Headers<Init> = Init extends { params?: { header?: infer Sent } }
  ? Sent extends object
    ? keyof Sent
    : never
  : never

/** A write that takes If-Match names the record as it is shown, in `of`: 412 ({@link Conflict}) if it has changed since. */
type Argument<M extends Write | 'get', P extends PathOf<M>> =
  'If-Match' extends Headers<NonNullable<InitArgument<M, P>[0]>>
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

// Once nobody has touched the page for a while, what it reads is its own: the session ends as if nothing had been read.
const attentiveMilliseconds = 60_000
let touchedAt = Date.now()
for (const type of ['pointerdown', 'pointermove', 'keydown', 'wheel', 'touchmove', 'focus'])
  addEventListener(type, () => (touchedAt = Date.now()), { capture: true, passive: true })

const asPage: typeof fetch = (request, init) => {
  if (request instanceof Request && Date.now() - touchedAt > attentiveMilliseconds)
    request.headers.set('Muster-Background', 'true')
  return fetch(request, init)
}

const client = createMuster({ origin: location.origin + basePath, fetch: asPage })
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- generic over all paths, which Console's types narrow
const sendAny = client.send as unknown as AnySend

async function send(method: string, path: string, { of, ...init }: AnyInit = {}): Sent {
  if (of !== undefined) {
    // With the first page nothing is written yet.
    const { sendIfSame } = await import('./send-if-same.ts').catch((cause: unknown) => {
      throw new MusterError('Load the page again: a part of it is missing.', { cause })
    })
    return sendIfSame(send, { method, path, init, of })
  }
  const answer = await sendAny(method, path, init)
  noteVersion(answer.body, answer.etag)
  return answer
}

const bodyOf = (method: string) => async (path: string, init?: AnyInit) =>
  (await send(method, path, init)).body

const methods = ['get', 'post', 'put', 'patch', 'delete']
const own = Object.fromEntries(methods.map((method) => [method, bodyOf(method)]))

/** The API of the server that this page came from, with the session of this browser. */
// oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
export const muster: Console = { ...client, ...own, send } as unknown as Console

/**
 * What a write of a record takes: its id under the `name` in the path, with ids before it, and the record as it is shown.
 * `muster.delete('/workspace/roles/{role}', writeOf('role', role))`
 */
export function writeOf<Name extends string, Row extends { id: string }, Before extends object>(
  name: Name,
  record: Row,
  before?: Before,
) {
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- a computed key loses its name
  const path = { ...before, [name]: record.id } as Before & Record<Name, string>
  return { of: record, params: { path } }
}
