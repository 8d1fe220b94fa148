import type { Static, TObject, TSchema } from 'typebox'
import type { AuditActor } from '../../audit/record.ts'
import type { Caller } from '../../access/caller.ts'
import type { On, Rights } from '../../access/rights.ts'
import type { AuditEvent } from '../../contract/audit-events.ts'
import type { IdKind } from '../../contract/ids.ts'
import type { Permission } from '../../contract/permissions.ts'
import type { Reader, Transaction } from '../../database/database.ts'
import type { JsonText, Ready } from '../bodies/ready.ts'
import type { Problem } from '../refusals/problem.ts'
import type { ReadyBody } from '../bodies/ready-bodies.ts'
import type { ReceivedFile } from '../bodies/received-file.ts'
import type { needsHeavyPlace, RequestCost } from '../limits/request-cost.ts'
import { Empty } from '../shapes/schema.ts'
import type { Services } from './services.ts'

export type ParamKinds = Record<string, IdKind>
type Uuids<P extends ParamKinds> = { [K in keyof P]: string }

/**
 * What a route requires of its caller: nothing, a valid token, a permission that is not bound to a row (checked
 * before the handler runs), or one that the handler must check: on the `row` that it loads, on the caller's `own`
 * things, or what the change needs once the row is `locked`. For the latter, callers who could never do it are
 * refused before anything is looked up.
 */
export type RouteAccess =
  | 'public'
  | 'token'
  | Permission
  | { row: Permission }
  | { own: Permission }
  | { locked: Permission }

/** Asks for a permission, on a service's row or on the caller's own things where that is said; 403 without it. */
export type Ask = (permission: Permission, on?: On) => Promise<void>

/** Of whom it depends what is found: the caller of a request, or a person who is told of it. */
export type Viewer = {
  db: Reader
  now: Date
  caller: Rights & Pick<Caller, 'type' | 'id'>
  /** True when they may: for what is left out rather than refused. */
  may: (permission: Permission, on?: On) => boolean
  services: Pick<Services, 'storedChanges'>
}

export type ReadContext<P extends ParamKinds = ParamKinds, Q = unknown> = {
  params: Uuids<P>
  query: Q
  caller: Caller
  /** In a write this is the transaction. */
  db: Reader
  now: Date
  /**
   * False if something is due and can't be settled: then `db` shows what is certain at `now`, and memory must not be read
   * or filled.
   */
  isSettled: boolean
  /** Whether it has the place of a heavy request (request-cost.ts). */
  isHeavy: boolean
  services: Services
  /** The id of the route. */
  operation: string
  requestId: string
  /** The path and query as they were sent, for links to this page. */
  requestUrl: string
  ask: Ask
  /** True when the caller may: for what is left out rather than refused. */
  may: (permission: Permission, on?: On) => boolean
  /** Does long work, whose signal aborts once the client has gone. */
  whileAsked: <T>(work: (signal: AbortSignal) => Promise<T>) => Promise<T>
  /** Sets the ETag `"<row version>.<representation>"`; without a representation it is `0`. */
  etag: (version: number, representation?: string) => void
}

export type WriteContext<P extends ParamKinds = ParamKinds, Q = unknown, B = unknown> = ReadContext<
  P,
  Q
> & {
  tx: Transaction
  actor: AuditActor
  /** The body, checked only now: a body error comes after 404 and 403. */
  body(): B
  /** 412 unless If-Match, when it was sent, names this version of the locked row. */
  requireVersion: (version: number) => void
  /** What was sent of it: a plan of the change is bound to the same version. */
  ifMatch: string | undefined
  /** Counts a token that is about to be made: 429 where the caller, or who gets it without one, has too many. */
  countNewToken: (owner?: Pick<Caller, 'type' | 'id'>) => void
  /** Of the client. */
  address: () => string
  /** Says that the answer shows a secret, this token's or (null) another, so that it is never kept for a replay. */
  showsSecret: (tokenId: string | null) => void
  /** Takes the cookie of its session from the browser, and the answers that it keeps. */
  signOut: () => void
  /** The body of a route that takes a file. */
  file(): ReceivedFile
  /** Done once the transaction has been committed, before the answer is sent. */
  afterCommit: (work: () => void) => void
  /** Sets the address of what was created. */
  location: (path: string) => void
  /** A change of more stays is left to a job, where the route may answer 202. */
  rowsAtMost: number | undefined
}

/** The result of the transaction of a write. */
export type Outcome =
  | { answer: unknown }
  /** 202 with the route's `accepted`: a job does the work. */
  | { accepted: unknown }
  /** Thrown after the commit: what was written stays. */
  | { refusal: Problem }

/**
 * A handler returns it to start over: its transaction is rolled back, and `work` runs in a new one, once the caller has
 * been asked again for the same permissions.
 */
export class Restart {
  readonly work: (context: WriteContext) => Promise<Outcome | Restart>
  readonly onSnapshot: boolean

  /** `onSnapshot`: the work writes nothing, and returns another restart. */
  constructor(
    work: (context: WriteContext) => Promise<Outcome | Restart>,
    { onSnapshot = false } = {},
  ) {
    this.work = work
    this.onSnapshot = onSnapshot
  }
}

/** For each action on a record, whether the caller may do it now. */
export type Abilities = Readonly<Record<string, boolean>>

/** Finds the abilities of the caller on records, by the ids that the answer has. A record that is left out has no action. */
export type FindAbilities = (
  context: ReadContext,
  ids: readonly string[],
) => Promise<ReadonlyMap<string, Abilities>>

type Common<P extends ParamKinds, Q extends TObject, R extends TSchema> = {
  /** The operation id: the name of the export and of its file. */
  id: string
  url: string
  tag: string
  summary: string
  description: string
  access: RouteAccess
  /** Its cost, if more than one. A request of `heavyCost` or more is heavy: few of them run at a time. */
  cost?: RequestCost
  params: P
  query: Q
  /** The success's status and body; null for one without a body. */
  status: number
  response: R | null
}

export type ReadRoute<P extends ParamKinds, Q extends TObject, R extends TSchema> = Common<
  P,
  Q,
  R
> & {
  method: 'GET'
  /** The answer has an ETag although its path names no record: there is only one. */
  isVersioned?: true
  /** It is read from a position or a time, which can end: 410. */
  hasPositions?: true
  /** Whether the answer is put together from several statements, so that they must read one snapshot. Without it, a page with its total does. */
  snapshot?(query: Static<Q>): boolean
  /** Writes what the answer must show, before it is read: a snapshot doesn't see what others write after its begin. */
  prepare?(services: Services): Promise<unknown>
  /** True only if nothing that is due by `now` affects the answer, so that it needs no settling. */
  isUntouched?(db: Reader, params: Uuids<P>, now: Date): Promise<boolean>
  /**
   * Refuses what the query's schema can't express, with 400, before permissions are asked or records are looked up.
   */
  checkQuery?(query: Static<Q>): void
  /** It returns {@link needsHeavyPlace} where it can't answer without one, and is called again with one. */
  handler(
    context: ReadContext<P, Static<Q>>,
  ): Promise<Static<R> | JsonText | Ready | typeof needsHeavyPlace>
  /** Answers from memory, without a transaction or a query, where it can. */
  hot?: HotAnswer
  /** The query parameter with the subject of {@link HotAnswer}, where the path has none. Only a query that begins with it is answered from memory. */
  hotParameter?: string
  /** A list whose answer is always all of its rows, as NDJSON or CSV: the event that records that. */
  exportedAs?: AuditEvent
  /** A list whose rows as NDJSON or CSV take a permission of their own: that, and the event that records it. */
  exportedFor?: { permission: Permission; event: AuditEvent }
  /** The values of `include` that add something beside the rows of a list. An export has rows only, so it refuses them. */
  besideRows?: readonly string[]
  /** Of a list whose pages have fewer rows than others may: what an export reads at a time. */
  largestPage?: number
  /** Of the records in the answer, for `include=abilities`. */
  abilities?: FindAbilities
}

export type WriteRoute<
  P extends ParamKinds,
  Q extends TObject,
  B extends TSchema,
  R extends TSchema,
> = Common<P, Q, R> & {
  method: 'POST' | 'PATCH' | 'PUT' | 'DELETE'
  body: B | null
  /** The answer is a resource with a version, and has its ETag. */
  isVersioned?: true
  /** Its body may name versions of records: 412 where they have changed. */
  comparesVersions?: true
  /** It adds a part to the record that its path names, and If-Match means that record's version. */
  changesParent?: true
  /**
   * Its handler always returns a {@link Restart}, and what it finds before is seen on a snapshot: nothing is settled first,
   * and it takes no lock.
   */
  isDryRun?: true
  /** A dry run whose answer depends on what is due: that is settled first, or the handler sees what is certain. */
  readsDue?: true
  /** Its body is a file of any type: `file()` of the context has it. Its access is global, and is asked before the file is read. */
  takesFile?: true
  /** Its body may be a form too, as OAuth sends it. */
  takesForm?: true
  /** What has to wait for a network, of a public route: it is done before the transaction. */
  prepare?(services: Services, body: Static<B>): Promise<void>
  /** Its body may hold credentials: its hash is kept by a key that is not in the database. */
  takesCredentials?: true
  /** The body of a 202, which says where the work can be followed. */
  accepted?: TObject
  handler(context: WriteContext<P, Static<Q>, Static<B>>): Promise<Static<R> | Restart | undefined>
}

/**
 * The body that memory has ready about a subject (an id as it was sent) for this caller, or undefined; never a
 * promise. The frame checks whether it is still valid.
 */
export type HotAnswer = (
  services: Services,
  caller: Caller,
  subject: string,
  search: string,
) => ReadyBody | undefined

// A list of routes mixes their types; each was checked where it was declared, and the frame validates at run time.
// oxlint-disable-next-line typescript/no-explicit-any
export type Route = ReadRoute<any, any, any> | WriteRoute<any, any, any, any>
export type AnyReadRoute = Extract<Route, { method: 'GET' }>
export type AnyWriteRoute = Exclude<Route, { method: 'GET' }>

/** The parts that follow from the others, which a declaration leaves out unless they are different. */
export type Declared<R extends Partial<Record<Derived, unknown>>> = Omit<R, Derived> &
  Partial<Pick<R, Extract<keyof R, Derived>>>
type Derived = 'tag' | 'params' | 'query' | 'body' | 'status' | 'response'

/** A route as it is declared, with what follows: the tag from the path, no query, no body, and 204 where it answers nothing. */
export function completed<R extends { url: string; response?: unknown }>(route: R) {
  const { url, response = null } = route
  const status = response === null ? 204 : 200
  return {
    tag: url.split('/')[1] ?? '',
    params: {},
    query: Empty,
    body: null,
    response,
    status,
    ...route,
  }
}

/** Declares a route that reads. Data only: the server, OpenAPI, the SDK and the refusal suite read the same object. */
export function readRoute<
  const P extends ParamKinds = {},
  Q extends TObject = typeof Empty,
  R extends TSchema = TSchema,
>(route: Omit<Declared<ReadRoute<P, Q, R>>, 'method'>): ReadRoute<P, Q, R> {
  const { body: _body, ...declared } = completed(route)
  // What the declaration leaves out has the types that are the defaults here.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return { method: 'GET', ...declared } as ReadRoute<P, Q, R>
}

/** Declares a route that writes: its handler runs in one transaction, which commits before the answer is sent. */
export function writeRoute<
  const P extends ParamKinds = {},
  Q extends TObject = typeof Empty,
  B extends TSchema = TSchema,
  R extends TSchema = TSchema,
>(route: Declared<WriteRoute<P, Q, B, R>>): WriteRoute<P, Q, B, R> {
  // As above.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return completed(route) as WriteRoute<P, Q, B, R>
}
