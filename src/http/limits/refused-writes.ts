import { sql, type RawBuilder } from 'kysely'
import type { Actor } from '../../access/caller.ts'
import { encodeId } from '../../contract/ids.ts'
import type { AuditVia } from '../../contract/states.ts'
import { record, type AuditActor } from '../../audit/record.ts'
import type { Database, Transaction } from '../../database/database.ts'

const minuteMilliseconds = 60_000
/** The other processes have stored their counts of a minute this long after it. */
const settledMilliseconds = 5_000
const rowsPerBatch = 1_000
const maximumOperations = 50
const maximumCredentials = 50

type CredentialKind = 'token' | 'session' | 'scimSecret'

/** A refused write: the actor, the operation and the credential. */
export type RefusedWrite = {
  actor: AuditActor & (Actor | { type: 'integration'; id: string })
  credential: { kind: CredentialKind; id: string }
  operation: string
  path: string
}

/** The refused writes of one caller in one minute, as the table `refused_write` has them. Ids are uuids. */
type Refusals = {
  actor_type: Actor['type'] | 'integration'
  actor_id: string
  /** When the minute began. */
  minute: Date
  via: AuditVia
  /** The credential and the path of the first. */
  credential_type: CredentialKind
  credential_id: string
  first_path: string
  count: number
  operations: string[]
  credentials: string[]
  first_request_id: string | null
  first_at: Date
  last_request_id: string | null
  last_at: Date
  /** A row was written for the refusals before these. */
  is_shown: boolean
}

/**
 * Audits refused writes: one row for each caller and minute, for any number of processes, so that a caller without
 * rights can't fill the audit log, even with many tokens. Refusals are counted in the table `refused_write`, and
 * become a row of the audit log when their minute is over, or once before if the log is read. A process stores the
 * first refusal of a caller before it answers, and the others within two seconds.
 */
export class RefusedWrites {
  readonly #database: Database
  /** By caller and minute: refusals that this process has not stored yet. */
  #counted = new Map<string, Refusals>()
  /** Callers whose first refusal of the minute this process has stored. */
  #known = { minute: 0, callers: new Set<string>() }

  constructor(database: Database) {
    this.#database = database
  }

  async note(write: RefusedWrite): Promise<void> {
    const refusals = refusalsOf(write, this.#database.now())
    this.#count(refusals)
    if (this.#isKnown(refusals)) return
    await this.#store()
  }

  /** Stores the counted refusals, and writes the audit rows of the minutes that are over. */
  async flush(): Promise<void> {
    await this.#store()
    await auditRefusals(this.#database, minutesOver)
  }

  /**
   * Writes audit rows for the refusals of the current minute too, once for each caller, so that a reader of the audit log
   * does not wait for the end of the minute. The log can be read while the database can't be written.
   */
  async show(): Promise<void> {
    try {
      await this.#store()
      await auditRefusals(this.#database, notShown)
    } catch {
      // The counts are kept for the next flush.
    }
  }

  async close(): Promise<void> {
    await this.flush().catch(() => undefined)
  }

  #count(refusals: Refusals): void {
    const key = keyOf(refusals)
    const counted = this.#counted.get(key)
    this.#counted.set(key, counted === undefined ? refusals : merged(counted, refusals))
  }

  /** Whether a refusal of the caller in this minute was stored, or is about to be. */
  #isKnown(refusals: Refusals): boolean {
    const minute = refusals.minute.getTime()
    if (this.#known.minute !== minute) this.#known = { minute, callers: new Set() }
    const { callers } = this.#known
    const key = keyOf(refusals)
    const isKnown = callers.has(key)
    callers.add(key)
    return isKnown
  }

  /** Counts that can't be stored are added back, for the next time. */
  async #store(): Promise<void> {
    const counted = this.#counted
    if (counted.size === 0) return
    this.#counted = new Map()
    try {
      await this.#database.transaction(({ tx }) => addRefusals(tx, [...counted.values()]))
    } catch (error) {
      for (const refusals of counted.values()) {
        this.#count(refusals)
        this.#known.callers.delete(keyOf(refusals))
      }
      throw error
    }
  }
}

function keyOf({ actor_type, actor_id, minute }: Refusals): string {
  return `${actor_type} ${actor_id} ${minute.getTime()}`
}

function refusalsOf({ actor, credential, operation, path }: RefusedWrite, at: Date): Refusals {
  return {
    actor_type: actor.type,
    actor_id: actor.id,
    minute: new Date(Math.floor(at.getTime() / minuteMilliseconds) * minuteMilliseconds),
    via: actor.via,
    credential_type: credential.kind,
    credential_id: credential.id,
    first_path: path,
    count: 1,
    operations: [operation],
    credentials: [encodeId(credential.kind, credential.id)],
    first_request_id: actor.requestId,
    first_at: at,
    last_request_id: actor.requestId,
    last_at: at,
    is_shown: false,
  }
}

/** The refusals of one caller and minute together; `other` came later. */
function merged(one: Refusals, other: Refusals): Refusals {
  return {
    ...one,
    count: one.count + other.count,
    operations: union(one.operations, other.operations, maximumOperations),
    credentials: union(one.credentials, other.credentials, maximumCredentials),
    last_request_id: other.last_request_id,
    last_at: other.last_at,
  }
}

function union(some: string[], others: string[], maximum: number): string[] {
  return [...new Set([...some, ...others])].slice(0, maximum)
}

/** Adds to the counts that this process and others have stored. */
async function addRefusals(tx: Transaction, refusals: readonly Refusals[]): Promise<void> {
  await sql`
    insert into refused_write as r
    select * from json_populate_recordset(null::refused_write, ${JSON.stringify(refusals)}::json)
    order by actor_type, actor_id, minute
    on conflict (actor_type, actor_id, minute) do update set
      count = r.count + excluded.count,
      operations = ${storedUnion('operations', maximumOperations)},
      credentials = ${storedUnion('credentials', maximumCredentials)},
      ${sql.join(ofTheFirst.map(firstOfTheRest))},
      last_request_id = case when excluded.last_at >= r.last_at then excluded.last_request_id else r.last_request_id end,
      last_at = greatest(r.last_at, excluded.last_at)`.execute(tx)
}

/** What the row of the audit log says of its first refusal. */
const ofTheFirst = [
  'credential_type',
  'credential_id',
  'first_path',
  'first_request_id',
  'first_at',
]

/** After a row was written, the next refusal is the first again. */
function firstOfTheRest(column: string) {
  const name = sql.ref(column)
  return sql`${name} = case when r.count = 0 then excluded.${name} else r.${name} end`
}

function storedUnion(column: 'operations' | 'credentials', maximum: number) {
  const name = sql.ref(column)
  return sql`case when r.count = 0 then excluded.${name} else array(
    select distinct one from unnest(r.${name} || excluded.${name}) as one limit ${maximum}) end`
}

type Which = (now: Date) => RawBuilder<boolean>

/** Every process has stored its counts of these minutes. */
const minutesOver: Which = (now) =>
  sql`minute <= ${new Date(now.getTime() - minuteMilliseconds - settledMilliseconds)}`

const notShown: Which = () => sql`not is_shown`

/** Moves refusals to the audit log, one row each, in a transaction for each caller. Skips rows that another process is moving. */
async function auditRefusals(database: Database, which: Which): Promise<void> {
  const now = database.now()
  // A write, even of no row, would make the process forget the callers that it knows.
  const { rows: callers } = await sql<Pick<Refusals, 'actor_type' | 'actor_id'>>`
    select distinct actor_type, actor_id from refused_write where ${which(now)} limit ${rowsPerBatch}`.execute(
    database.read,
  )
  for (const { actor_type: type, actor_id: id } of callers)
    await auditRefusalsOf(database, {
      which,
      now,
      isOfCaller: sql`(actor_type, actor_id) = (${type}, ${id}::uuid)`,
    })
}

async function auditRefusalsOf(
  database: Database,
  { which, now, isOfCaller }: { which: Which; now: Date; isOfCaller: RawBuilder<unknown> },
): Promise<void> {
  await database.transaction(async ({ tx }) => {
    const { rows: taken } = await sql<Refusals>`
      select * from refused_write where ${which(now)} and ${isOfCaller}
      order by minute limit ${rowsPerBatch} for update skip locked`.execute(tx)
    await sql`
      delete from refused_write as r
      using json_populate_recordset(null::refused_write, ${JSON.stringify(taken)}::json) as taken
      where (r.actor_type, r.actor_id, r.minute) = (taken.actor_type, taken.actor_id, taken.minute)`.execute(
      tx,
    )
    const inOrder = taken.sort((one, other) => one.first_at.getTime() - other.first_at.getTime())
    for (const refusals of inOrder) if (refusals.count > 0) await recordRefusals(tx, refusals)
    await keepShown(tx, inOrder, now)
  })
}

/** Remembers, until their minute is over, of which callers a row was written. */
async function keepShown(tx: Transaction, shown: readonly Refusals[], now: Date): Promise<void> {
  if (shown.length === 0) return
  await sql`
    insert into refused_write
    select * from json_populate_recordset(null::refused_write, ${JSON.stringify(
      shown.map((refusals) => ({ ...refusals, count: 0, is_shown: true })),
    )}::json)
    where not (${minutesOver(now)})`.execute(tx)
}

async function recordRefusals(tx: Transaction, refusals: Refusals): Promise<void> {
  const { actor_type: type, actor_id: id, via, first_request_id: requestId } = refusals
  const credential = { kind: refusals.credential_type, id: refusals.credential_id }
  const details = {
    count: refusals.count,
    operations: refusals.operations.toSorted(),
    credentials: refusals.credentials.toSorted(),
    first_path: refusals.first_path,
    first_request_id: requestId,
    last_request_id: refusals.last_request_id,
    first_at: refusals.first_at.toISOString(),
    last_at: refusals.last_at.toISOString(),
  }
  await record(tx, { type, id, via, requestId }, [
    { event: 'access.write.refuse', record: credential, details },
  ])
}
