import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import type { Database, Transaction } from '../database/database.ts'

/** Another process has taken the work over, or PostgreSQL could not be asked before the lease lapsed. */
export class LeaseLost extends Error {
  constructor(name: string) {
    super(`The lease of "${name}" was lost. What was under way is left to its new holder.`)
  }
}

export type WorkLease = {
  /** Aborted once the lease is lost, or the process ends. */
  signal: AbortSignal
  /**
   * Keeps the lease from being taken over, and from being renewed, before the transaction ends. Every transaction that
   * writes for the work calls it first, and is short. @throws LeaseLost
   */
  requireHeld(tx: Transaction): Promise<void>
}

export type LeaseOptions = {
  signal?: AbortSignal
  leaseMilliseconds?: number
  /** How often the lease is renewed: by default three times as often as it lapses. */
  renewMilliseconds?: number
}

const defaultLeaseMilliseconds = 30_000
/** Of work that others wait for: it lapses sooner when the process was killed. */
export const shortLeaseMilliseconds = 15_000

/**
 * Runs work that waits for others, such as a network, without a transaction. The lease of its name excludes other holders;
 * it is renewed while the work runs, and lapses some time after its process has died.
 * @returns nothing if another holder has the lease
 * @throws LeaseLost, and what the work throws
 */
export async function underLease<T>(
  database: Database,
  name: string,
  work: (lease: WorkLease) => Promise<T>,
  options: LeaseOptions = {},
): Promise<{ result: T } | undefined> {
  const { leaseMilliseconds = defaultLeaseMilliseconds } = options
  const { renewMilliseconds = leaseMilliseconds / 3 } = options
  const times = { leaseMilliseconds, renewMilliseconds }
  const held: HeldLease = { database, name, holder: randomUUID(), ...times }
  const asked = performance.now()
  if (!(await take(held))) return undefined
  const over = new AbortController()
  const lost = new AbortController()
  const renewing = renew(held, asked, over.signal, lost)
  const signals = [lost.signal, ...(options.signal === undefined ? [] : [options.signal])]
  try {
    const result = await work({
      signal: AbortSignal.any(signals),
      requireHeld: (tx) => requireHeld(tx, held),
    })
    if (lost.signal.aborted) throw new LeaseLost(name)
    return { result }
  } finally {
    over.abort()
    await renewing
    await release(held)
  }
}

type HeldLease = {
  database: Database
  name: string
  holder: string
  leaseMilliseconds: number
  renewMilliseconds: number
}

const validUntil = ({ leaseMilliseconds }: HeldLease) =>
  sql`clock_timestamp() + ${leaseMilliseconds} * interval '1 millisecond'`

async function take(lease: HeldLease): Promise<boolean> {
  const { database, name, holder } = lease
  const { rows } = await sql`
    select from work_lease where name = ${name} and valid_until > clock_timestamp()`.execute(
    database.read,
  )
  if (rows.length > 0) return false
  return database.transaction(async ({ tx }) => {
    const { numAffectedRows } = await sql`
      insert into work_lease as l (name, holder, valid_until) values (${name}, ${holder}, ${validUntil(lease)})
      on conflict (name) do update set holder = excluded.holder, valid_until = excluded.valid_until
      where l.valid_until <= clock_timestamp()`.execute(tx)
    return numAffectedRows === 1n
  })
}

/**
 * Renews the lease more often than it lapses, and soon again if that fails. One that could not be renewed in time may
 * have another holder. `asked`: when the lease was asked for; it lapses at the earliest so long after that.
 */
async function renew(
  lease: HeldLease,
  asked: number,
  over: AbortSignal,
  lost: AbortController,
): Promise<void> {
  const { name, leaseMilliseconds, renewMilliseconds } = lease
  const lose = () => lost.abort(new LeaseLost(name))
  const lapseAfter = (since: number) =>
    setTimeout(lose, since + leaseMilliseconds - performance.now()).unref()
  let lapse = lapseAfter(asked)
  let pause = renewMilliseconds
  while (!over.aborted && !lost.signal.aborted) {
    await sleep(pause, undefined, { ref: false, signal: over }).catch(() => {})
    if (over.aborted) break
    const askedAgain = performance.now()
    const isHeld = await extend(lease).catch(() => undefined)
    pause = renewMilliseconds / (isHeld === true ? 1 : 10)
    if (isHeld === false) lose()
    if (isHeld !== true) continue
    clearTimeout(lapse)
    lapse = lapseAfter(askedAgain)
  }
  clearTimeout(lapse)
}

/**
 * Not as `database.transaction`: it must not wait for its turn behind other writes, and no memory depends on it. A transaction
 * that called `requireHeld` makes it wait, but not for as long as the lease has left.
 */
async function extend(lease: HeldLease): Promise<boolean> {
  const { database, name, holder, renewMilliseconds } = lease
  const wait = `${Math.ceil(renewMilliseconds / 5)}ms`
  return database.read
    .transaction()
    .setAccessMode('read write')
    .execute(async (tx) => {
      await sql`select set_config('lock_timeout', ${wait}, true)`.execute(tx)
      const { numAffectedRows } = await sql`
        update work_lease set valid_until = ${validUntil(lease)} where name = ${name} and holder = ${holder}`.execute(
        tx,
      )
      return numAffectedRows === 1n
    })
}

async function requireHeld(tx: Transaction, { name, holder }: HeldLease): Promise<void> {
  const { rows } = await sql`
    select from work_lease where name = ${name} and holder = ${holder} for share`.execute(tx)
  if (rows.length === 0) throw new LeaseLost(name)
}

/** The lease lapses by itself if this fails. */
async function release({ database, name, holder }: HeldLease): Promise<void> {
  await database
    .transaction(({ tx }) =>
      sql`delete from work_lease where name = ${name} and holder = ${holder}`.execute(tx),
    )
    .catch(() => undefined)
}
