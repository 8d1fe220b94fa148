import { Agent, request } from 'node:http'
import { after } from 'node:test'
import { pino, type Logger } from 'pino'
import { Pool } from 'pg'
import { createTokenSecret, hashToken } from '../src/access/token-secret.ts'
import { createApp, type App, type AppOptions } from '../src/app.ts'
import { encodeId } from '../src/contract/ids.ts'
import { connectDatabase } from '../src/database/connect-database.ts'
import { type Database } from '../src/database/database.ts'
import { assertAuditWhole } from './audit-whole.ts'
import { assertConforms } from './conformance.ts'
import { cloneTemplate, type Clone } from './template.ts'

const closers: (() => Promise<void>)[] = []

/** Resources are closed in reverse order, when the test that opened them, or the file, is over. */
function whenDone(close: () => Promise<void>): void {
  if (closers.length === 0) {
    after(async () => {
      for (const closer of closers.splice(0).reverse()) await closer()
    })
  }
  closers.push(close)
}

/** Runs one world of a property and closes what it has opened, so that many worlds do not use up the connections. */
export async function closingAfter(run: () => Promise<void>): Promise<void> {
  const opened = closers.length
  try {
    await run()
  } finally {
    for (const closer of closers.splice(opened).reverse()) await closer()
  }
}

export type TestDatabase = {
  url: string
  database: Database
  /** Runs as the owner of the schema, beyond the rights of a server. Returns the rows. */
  query: <Row extends object = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ) => Promise<Row[]>
}

type DatabaseSettings = {
  clock?: (() => Date) | undefined
  poolSize?: number | undefined
  /** The test writes records without audit rows, or audit rows that it made up, by a transaction of its own. */
  writesBeside?: boolean | undefined
}

/**
 * A separate migrated database for a test file, dropped when the file ends. `clock` injects the current time for
 * all code. `from` is the name of a {@link filledDatabase} to begin with.
 */
export async function testDatabase(
  options: DatabaseSettings & { from?: string | undefined } = {},
): Promise<TestDatabase> {
  const clone = await cloneTemplate(options.from)
  const { opened, close, wroteBySql } = await openClone(clone, options)
  whenDone(async () => {
    try {
      if (options.writesBeside !== true)
        await assertAuditWhole(opened.query, { isChained: !wroteBySql() })
    } finally {
      await close()
      await clone.drop()
    }
  })
  return opened
}

/** A database that `fill` fills, kept until the run ends, so that tests that begin alike fill one only once. */
export async function filledDatabase<T>(
  fill: (database: TestDatabase) => Promise<T>,
  settings: DatabaseSettings,
): Promise<{ name: string; filled: T }> {
  const clone = await cloneTemplate()
  const { opened, close } = await openClone(clone, settings)
  try {
    return { name: clone.name, filled: await fill(opened) }
  } finally {
    await close()
  }
}

async function openClone({ url }: Clone, { clock, poolSize: wanted }: DatabaseSettings) {
  const poolSize = Number(process.env['MUSTER_TEST_POOL_SIZE'] ?? wanted ?? 5)
  const database = await connectDatabase({ connection: { url }, poolSize, clock })
  const admin = new Pool({ connectionString: url, max: 2 })
  // A pool that has ended still reports the connections that dropping the database cuts off.
  admin.on('error', () => undefined)
  let hasWritten = false
  const opened: TestDatabase = {
    url,
    database,
    query: async <Row extends object>(text: string, values: unknown[] = []) => {
      hasWritten ||= writing.test(text)
      return (await admin.query<Row>(text, values)).rows
    },
  }
  const close = async () => {
    await database.close()
    await admin.end()
  }
  return { opened, close, wroteBySql: () => hasWritten }
}

/** What changes records without the product, and so without audit rows. */
const writing = /\b(update|delete from|insert into|merge into|truncate|alter|create)\b/i

export type Answer = {
  status: number
  headers: Headers
  text: string
  /** The parsed body; undefined when it is not JSON. */
  body: any // oxlint-disable-line typescript/no-explicit-any -- tests look into every shape
}
export type CallOptions = {
  token?: string | undefined
  body?: unknown
  raw?: string | Uint8Array
  headers?: Record<string, string>
  /** Every answer must be one that the OpenAPI document allows, unless this is false. */
  conforms?: boolean
}

export type TestServer = TestDatabase & {
  app: App
  origin: string
  call(method: string, path: string, options?: CallOptions): Promise<Answer>
  get(path: string, token?: string, headers?: Record<string, string>): Promise<Answer>
}

/** A server of its own, listening on loopback over its own database. Paths are relative to `{base_url}`. */
export async function testServer(
  options: {
    writesBeside?: boolean
    clock?: () => Date
    poolSize?: number
    from?: string
    over?: TestDatabase
    logger?: Logger
    rateLimit?: AppOptions['rateLimit']
    heavyLimits?: AppOptions['heavyLimits']
    lockTimeoutMilliseconds?: number
    rowsAtOnce?: number
    issuers?: AppOptions['issuers']
    publicOrigin?: string
    consoleDirectory?: string
    secretKeys?: AppOptions['secretKeys']
    connectorHosts?: AppOptions['connectorHosts']
    bodyTimes?: AppOptions['bodyTimes']
    sessionIdleSeconds?: number
    freshSignInSeconds?: number
    /** Where it listens, and its public origin, for browsers; without it any port, and the origin of the tests. */
    port?: number
  } = {},
): Promise<TestServer> {
  const own = options.over ?? (await testDatabase(options))
  const database =
    options.over === undefined
      ? own.database
      : await connectDatabase({
          connection: { url: own.url },
          poolSize: options.poolSize ?? 5,
          clock: options.clock,
        })
  const app = await createApp({
    database,
    publicOrigin:
      options.publicOrigin ??
      (options.port === undefined ? 'https://muster.example' : `http://127.0.0.1:${options.port}`),
    logger: options.logger ?? pino({ level: process.env['MUSTER_TEST_LOG'] ?? 'silent' }),
    cacheBytes: 16 * 1024 * 1024,
    rateLimit: options.rateLimit ?? null,
    heavyLimits: options.heavyLimits,
    lockTimeoutMilliseconds: options.lockTimeoutMilliseconds,
    rowsAtOnce: options.rowsAtOnce,
    issuers: options.issuers,
    consoleDirectory: options.consoleDirectory,
    secretKeys: options.secretKeys,
    connectorHosts: options.connectorHosts,
    bodyTimes: options.bodyTimes,
    sessionIdleSeconds: options.sessionIdleSeconds,
    freshSignInSeconds: options.freshSignInSeconds,
  })
  const origin = await app.server.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  whenDone(async () => {
    await app.close()
    if (options.over !== undefined) await database.close()
  })
  const call = (method: string, path: string, callOptions: CallOptions = {}) =>
    callServer(origin, method, path, callOptions)
  return {
    ...own,
    database,
    app,
    origin,
    call,
    get: (path, token, headers = {}) => call('GET', path, { token, headers }),
  }
}

async function callServer(
  origin: string,
  method: string,
  path: string,
  { token, body, raw, headers: given = {}, conforms = true }: CallOptions,
): Promise<Answer> {
  const sent = raw ?? (body === undefined ? undefined : JSON.stringify(body))
  const { status, headers, text } = await exchange(`${origin}/api/v1${path}`, {
    method,
    headers: {
      ...(token === undefined ? {} : { authorization: `Bearer ${token}` }),
      ...(sent === undefined
        ? {}
        : {
            'content-type': 'application/json',
            // Without it node:http sends no body with DELETE.
            'content-length': String(Buffer.byteLength(sent)),
          }),
      ...given,
    },
    body: sent,
  })
  if (conforms) assertConforms({ method, path, status, headers, text })
  const isJson = headers.get('content-type')?.startsWith('application/json') === true
  return { status, headers, text, body: isJson && text !== '' ? JSON.parse(text) : undefined }
}

const agent = new Agent({ keepAlive: true })

/** One request over connections that are kept. `fetch` takes three times the processor time, and tests send tens of thousands. */
function exchange(
  url: string,
  sent: { method: string; headers: Record<string, string>; body: string | Uint8Array | undefined },
): Promise<Pick<Answer, 'status' | 'headers' | 'text'>> {
  const { promise, resolve, reject } =
    Promise.withResolvers<Pick<Answer, 'status' | 'headers' | 'text'>>()
  const { method, headers, body } = sent
  const outgoing = request(url, { agent, method, headers }, (incoming) => {
    const chunks: Buffer[] = []
    incoming.on('data', (chunk: Buffer) => chunks.push(chunk))
    incoming.on('error', reject)
    incoming.on('end', () => {
      const received = new Headers()
      for (const [name, values = []] of Object.entries(incoming.headersDistinct)) {
        for (const value of values) received.append(name, value)
      }
      const text = Buffer.concat(chunks).toString()
      resolve({ status: incoming.statusCode ?? 0, headers: received, text })
    })
  })
  outgoing.on('error', reject)
  outgoing.end(body)
  return promise
}

export type Person = { id: string; uuid: string; token: string; tokenId: string }
let made = 0

/** A workspace user who holds these permissions through a role of its own, with a token of those scopes (default all). */
export async function makeCaller(
  server: TestDatabase,
  permissions: readonly string[],
  scopes: readonly string[] = ['*'],
): Promise<Person> {
  made += 1
  const label = `caller-${made}-${Math.random().toString(36).slice(2, 8)}`
  return server.database.transaction(async ({ tx }) => {
    const user = await tx
      .insertInto('workspace_user')
      .values({ provider: 'test', provider_id: label, name: label })
      .returning('id')
      .executeTakeFirstOrThrow()
    if (permissions.length > 0) {
      const role = await tx
        .insertInto('role')
        .values({ name: label, permissions: [...permissions] })
        .returning('id')
        .executeTakeFirstOrThrow()
      await tx
        .insertInto('workspace_user_role')
        .values({ workspace_user_id: user.id, role_id: role.id })
        .execute()
    }
    const secret = createTokenSecret('user')
    const token = await tx
      .insertInto('token')
      .values({
        name: label,
        hash: hashToken(secret),
        workspace_user_id: user.id,
        scopes: [...scopes],
        expires_at: new Date(Date.now() + 86_400_000),
      })
      .returning('id')
      .executeTakeFirstOrThrow()
    return {
      id: encodeId('workspaceUser', user.id),
      uuid: user.id,
      token: secret,
      tokenId: token.id,
    }
  })
}

/** Someone who holds the system role workspace.owner. */
export async function makeOwner(server: TestDatabase): Promise<Person> {
  const person = await makeCaller(server, [])
  await server.database.transaction(async ({ tx }) => {
    const role = await tx
      .selectFrom('role')
      .select('id')
      .where('name', '=', 'workspace.owner')
      .executeTakeFirstOrThrow()
    await tx
      .insertInto('workspace_user_role')
      .values({ workspace_user_id: person.uuid, role_id: role.id })
      .execute()
  })
  return person
}
