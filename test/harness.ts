import { Agent, request } from 'node:http'
import { after } from 'node:test'
import { pino, type Logger } from 'pino'
import { Pool } from 'pg'
import { createTokenSecret, hashToken } from '../src/access/token-secret.ts'
import { createApp, type App, type AppOptions } from '../src/app.ts'
import { encodeId } from '../src/contract/ids.ts'
import { connectDatabase } from '../src/database/connect-database.ts'
import { secretKeysOf } from '../src/database/secrets/secret-keys.ts'
import type { CommitWatcher } from '../src/database/database.ts'
import { assertAuditWhole } from './audit-whole.ts'
import { assertConforms } from './conformance.ts'
import {
  fillKept,
  keep,
  nothing,
  takeKept,
  type Filling,
  type KeptDatabase,
  type TestDatabase,
} from './kept-databases.ts'
import { cloneTemplate } from './template.ts'

export type { TestDatabase }

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

type DatabaseSettings = {
  clock?: (() => Date) | undefined
  poolSize?: number | undefined
  /** The test writes records without audit rows, or audit rows that it made up, by a transaction of its own. */
  writesBeside?: boolean | undefined
}

/** A separate migrated database for a test file, dropped when the file ends. `clock` injects the current time for all code. */
export async function testDatabase(options: DatabaseSettings = {}): Promise<TestDatabase> {
  const database = await openClone(options)
  return lend(database, options, database.discard)
}

/** A database that begins as `wanted` fills it. The connections are those of an earlier test, as a rule. */
export async function filledDatabase<T>(
  wanted: Filling<T>,
  settings: Pick<DatabaseSettings, 'clock' | 'writesBeside'>,
): Promise<{ database: TestDatabase; filled: T }> {
  const { clock } = settings
  const kept = await takeKept(clock !== undefined, () => openClone(settings))
  const filled = await fillKept(kept, wanted, clock)
  return { database: lend(kept, settings, () => keep(kept)), filled }
}

/** Gives a database to a test. `end` takes it back. */
function lend(
  { begin }: KeptDatabase,
  { clock, writesBeside }: DatabaseSettings,
  end: () => Promise<void>,
): TestDatabase {
  const { opened, wroteBySql } = begin(clock)
  whenDone(async () => {
    try {
      if (writesBeside !== true) await assertAuditWhole(opened.query, { isChained: !wroteBySql() })
    } finally {
      await end()
    }
  })
  return opened
}

async function openClone({
  clock: first,
  poolSize: wanted,
}: DatabaseSettings): Promise<KeptDatabase> {
  const { url, drop } = await cloneTemplate()
  const poolSize = Number(process.env['MUSTER_TEST_POOL_SIZE'] ?? wanted ?? 5)
  let clock = first
  let watchers: CommitWatcher[] = []
  const database = await connectDatabase({
    connection: { url },
    poolSize,
    clock: first && (() => clock?.() ?? new Date()),
  })
  database.watch({
    hold: (effects) => watchers.forEach((each) => each.hold(effects)),
    release: (effects) => watchers.forEach((each) => each.release(effects)),
  })
  const admin = new Pool({ connectionString: url, max: 2, idleTimeoutMillis: 0 })
  // A pool that has ended still reports the connections that dropping the database cuts off.
  admin.on('error', () => undefined)
  const query = async <Row extends object>(text: string, values: unknown[] = []) =>
    (await admin.query<Row>(text, values)).rows
  let isAsMigrated = true
  const begin: KeptDatabase['begin'] = (given) => {
    clock = given
    const mine: CommitWatcher[] = []
    watchers = mine
    let hasWritten = false
    const opened: TestDatabase = {
      // Whoever has its address may do what is not seen here, and be there after the test.
      get url() {
        isAsMigrated = false
        return url
      },
      // Of another identity than those of earlier tests, because some things are remembered by it.
      database: { ...database, watch: (watcher) => void mine.push(watcher) },
      query: (text, values) => {
        hasWritten ||= writing.test(text)
        isAsMigrated &&= !defining.test(text)
        return query(text, values)
      },
    }
    return { opened, wroteBySql: () => hasWritten }
  }
  return {
    begin,
    query,
    hasClock: first !== undefined,
    isAsMigrated: () => isAsMigrated && !database.pool.ending,
    discard: async () => {
      await database.close()
      await admin.end()
      await drop()
    },
  }
}

/** What changes records without the product, and so without audit rows. */
const writing = /\b(update|delete from|insert into|merge into|truncate|alter|create)\b/i

/** What changes more than rows. */
const defining = /\b(alter|create|drop|truncate|grant|revoke|analyze|vacuum)\b|^\s*(set|reset)\b/i

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

const testKeys = secretKeysOf(
  { secretKey: Buffer.alloc(32, 7).toString('base64'), formerSecretKeys: [] },
  '',
)

/**
 * A server of its own, listening on loopback over its own database, which is empty. Its connections are those of an earlier
 * test, as a rule. Paths are relative to `{base_url}`.
 */
export async function testServer(
  options: {
    writesBeside?: boolean
    clock?: () => Date
    poolSize?: number
    /** Its database, in place of a new one. */
    own?: TestDatabase
    over?: TestDatabase
    logger?: Logger
    rateLimit?: AppOptions['rateLimit']
    trustedProxies?: AppOptions['trustedProxies']
    heavyLimits?: AppOptions['heavyLimits']
    lockTimeoutMilliseconds?: number
    rowsAtOnce?: number
    issuers?: AppOptions['issuers']
    publicOrigin?: string
    consoleDirectory?: string
    secretKeys?: AppOptions['secretKeys']
    erasures?: AppOptions['erasures']
    connectorHosts?: AppOptions['connectorHosts']
    webhookHosts?: AppOptions['webhookHosts']
    workloadIssuers?: AppOptions['workloadIssuers']
    auditStream?: AppOptions['auditStream']
    smtp?: AppOptions['smtp']
    notices?: AppOptions['notices']
    bodyTimes?: AppOptions['bodyTimes']
    requests?: AppOptions['requests']
    sessionIdleSeconds?: number
    freshSignInSeconds?: number
    onlyAnswers?: boolean
    /** Where it listens, and its public origin, for browsers; without it any port, and the origin of the tests. */
    port?: number
  } = {},
): Promise<TestServer> {
  const own = options.over ?? options.own ?? (await emptyDatabase(options))
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
    trustedProxies: options.trustedProxies,
    heavyLimits: options.heavyLimits,
    lockTimeoutMilliseconds: options.lockTimeoutMilliseconds,
    rowsAtOnce: options.rowsAtOnce,
    issuers: options.issuers,
    consoleDirectory: options.consoleDirectory,
    secretKeys: options.secretKeys ?? testKeys,
    erasures: options.erasures ?? null,
    connectorHosts: options.connectorHosts,
    webhookHosts: options.webhookHosts ?? [{ host: 'hooks.acme.example', port: null }],
    workloadIssuers: options.workloadIssuers,
    auditStream: options.auditStream,
    smtp: options.smtp ?? null,
    notices: options.notices,
    bodyTimes: options.bodyTimes,
    requests: options.requests,
    sessionIdleSeconds: options.sessionIdleSeconds,
    freshSignInSeconds: options.freshSignInSeconds,
    onlyAnswers: options.onlyAnswers,
  })
  const origin = await app.server.listen({ host: '127.0.0.1', port: options.port ?? 0 })
  whenDone(async () => {
    await app.close()
    if (options.over !== undefined) await database.close()
  })
  const call = (method: string, path: string, callOptions: CallOptions = {}) =>
    callServer(origin, method, path, callOptions)
  return {
    get url() {
      return own.url
    },
    query: own.query,
    database,
    app,
    origin,
    call,
    get: (path, token, headers = {}) => call('GET', path, { token, headers }),
  }
}

/** One that is kept, unless its pool is of another size. */
async function emptyDatabase(settings: DatabaseSettings): Promise<TestDatabase> {
  if (settings.poolSize !== undefined) return testDatabase(settings)
  return (await filledDatabase(nothing, settings)).database
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
