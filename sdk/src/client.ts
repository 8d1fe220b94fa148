import createClient, { type MaybeOptionalInit } from 'openapi-fetch'
import type {
  HttpMethod,
  PathsWithMethod,
  RequiredKeysOf,
  SuccessResponse,
} from 'openapi-typescript-helpers'
import type { paths } from './gen/api.ts'
import { errorOf, MusterError } from './muster-error.ts'
import { retryReads } from './retry.ts'

export type MusterOptions = {
  /** The public origin of Muster, such as `https://muster.example`, or `https://acme.example/muster` if it is below a path. */
  origin: string
  /** A token; without one, the session of the browser. */
  token?: string | undefined
  /** How often a read is sent again when it gets no answer, or 429, 502, 503 or 504; by default 3 times. */
  retries?: number
  fetch?: typeof globalThis.fetch
}

type Method = Extract<HttpMethod, 'get' | 'post' | 'put' | 'patch' | 'delete'>
/** The paths that take a method. */
export type PathOf<M extends Method> = PathsWithMethod<paths, M>
type Operation<M extends Method, P extends PathOf<M>> =
  paths[P] extends Record<M, infer Found> ? Found : never
/** The body of a successful answer. */
export type Body<M extends Method, P extends PathOf<M>> =
  Operation<M, P> extends { responses: infer Responses extends Record<string | number, unknown> }
    ? SuccessResponse<Responses>
    : never
type Init<M extends Method, P extends PathOf<M>> = MaybeOptionalInit<paths[P], M>
/** The last argument of a request: parameters, body and signal; may be left out where nothing in it is required. */
export type InitArgument<M extends Method, P extends PathOf<M>> =
  RequiredKeysOf<Init<M, P>> extends never ? [init?: Init<M, P>] : [init: Init<M, P>]

export type Answer<T> = {
  status: number
  body: T
  /** The version of the record, for `If-Match` and `If-None-Match`. */
  etag: string | null
  /** The record that was made, or the plan that shows how far long work is (202). */
  location: string | null
}

type Page<Row> = { data: readonly Row[]; links: { next: string | null } }
/** The paths of lists. */
export type ListPath = {
  [P in PathOf<'get'>]: Body<'get', P> extends Page<unknown> ? P : never
}[PathOf<'get'>]
export type RowOf<P extends ListPath> = Body<'get', P> extends Page<infer Row> ? Row : never

/** A client of one Muster. Its methods throw MusterError where the answer is not a success. */
export type Muster = {
  [M in Method]: <P extends PathOf<M>>(path: P, ...init: InitArgument<M, P>) => Promise<Body<M, P>>
} & {
  /** Like the method's own function, with the status and headers of the answer. */
  send: <M extends Method, P extends PathOf<M>>(
    method: M,
    path: P,
    ...init: InitArgument<M, P>
  ) => Promise<Answer<Body<M, P>>>
  /** All rows of a list, page by page as they are asked for. */
  list: <P extends ListPath>(
    path: P,
    ...init: InitArgument<'get', P>
  ) => AsyncGenerator<RowOf<P>, void>
  /** All rows of a list as the server writes them. It fails where the connection ends before the last one. */
  export: <P extends PathOf<'get'>>(
    type: ExportType,
    path: P,
    ...init: InitArgument<'get', P>
  ) => Promise<ReadableStream<Uint8Array>>
}

export type ExportType = 'application/x-ndjson' | 'text/csv'

/** What openapi-fetch takes and gives, whatever the path: the types of {@link Muster} say more. */
type AnyInit = {
  params?: { query?: Record<string, unknown> }
  signal?: AbortSignal
  headers?: Record<string, string>
  parseAs?: 'stream'
}
type AnyRequest = (
  method: Method,
  path: string,
  init?: AnyInit,
) => Promise<{ data?: unknown; response: Response }>

function requestsTo(options: MusterOptions): AnyRequest {
  const { origin, token, retries = 3, fetch = globalThis.fetch } = options
  const client = createClient<paths>({
    baseUrl: `${addressOf(origin)}/api/v1`,
    redirect: 'error',
    querySerializer: { array: { style: 'form', explode: false } },
    // A file is sent as it is.
    bodySerializer: (body: unknown) => (body instanceof Blob ? body : JSON.stringify(body)),
    fetch: retryReads(fetch, retries),
    ...(token === undefined ? {} : { headers: { authorization: `Bearer ${token}` } }),
  })
  client.use({
    async onResponse({ request: { headers: asked }, response }) {
      if (!response.ok) throw await errorOf(response)
      const { status, headers } = response
      const type = headers.get('content-type') ?? 'no type'
      if (status !== 204 && !type.startsWith(asked.get('accept') ?? 'application/json'))
        throw new MusterError(`What answers at ${origin} is not Muster (${status}, ${type}).`, {
          status,
        })
    },
  })
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- generic over all paths, which Muster's types narrow again
  return client.request as unknown as AnyRequest
}

/** Without the slash that may be at its end. */
function addressOf(origin: string): string {
  const url = new URL(origin)
  return url.origin + url.pathname.replace(/\/+$/, '')
}

export function createMuster(options: MusterOptions): Muster {
  const { origin } = options
  const request = requestsTo(options)

  async function send(method: Method, path: string, init?: AnyInit): Promise<Answer<unknown>> {
    try {
      const { data, response } = await request(method, path, init)
      const { status, headers } = response
      return { status, body: data, etag: headers.get('etag'), location: headers.get('location') }
    } catch (error) {
      if (error instanceof MusterError || init?.signal?.aborted === true) throw error
      const maybe = method === 'get' ? '' : ' The change may have been made all the same.'
      throw new MusterError(`No whole answer came from ${origin}.${maybe}`, { cause: error })
    }
  }
  const bodyOf = (method: Method) => async (path: string, init?: AnyInit) =>
    (await send(method, path, init)).body

  async function* list(path: string, init: AnyInit = {}): AsyncGenerator<unknown, void> {
    let query = init.params?.query ?? {}
    for (;;) {
      const { body } = await send('get', path, { ...init, params: { ...init.params, query } })
      // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- the server's list, by the type of `path`
      const { data, links } = body as Page<unknown>
      yield* data
      if (links.next === null) return
      // Only its query: a server behind another address names its own.
      query = Object.fromEntries(new URL(links.next).searchParams)
    }
  }
  async function exportList(type: ExportType, path: string, init: AnyInit = {}): Promise<unknown> {
    const { body } = await send('get', path, {
      ...init,
      headers: { accept: type },
      parseAs: 'stream',
    })
    return body
  }
  const muster = {
    get: bodyOf('get'),
    post: bodyOf('post'),
    put: bodyOf('put'),
    patch: bodyOf('patch'),
    delete: bodyOf('delete'),
    send,
    list,
    export: exportList,
  }
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion -- as above
  return muster as unknown as Muster
}
