import type { Client } from 'pg'
import type { Reader } from '../../../src/database/database.ts'
import { makePolicy, type Scale } from '../../world/policy-world.ts'
import { count, median, type Findings, type Line } from '../../figures.ts'
import { fillByMuster, fillBySql, type Filling } from './fill-manifests.ts'
import { storeWorld } from './stored-world.ts'

export type SqlOptions = { scale: Scale; rounds: number }

/** A migrated database that holds nothing yet: how Muster reads it, and its owner. */
export type EmptyDatabase = { reader: Reader; owner: Client }

const sides = { muster: 'Muster', sql: 'SQL alone' } as const

/** Muster and generated SQL in turns, over the same people in the same tables, into the same table. */
export async function measureSql(
  { reader, owner }: EmptyDatabase,
  { scale, rounds }: SqlOptions,
): Promise<Findings> {
  await storeWorld(owner, scale)
  const policy = makePolicy(scale)
  const ours: Filling[] = []
  const theirs: Filling[] = []
  const found: string[] = []
  for (let round = 0; round < rounds; round++) {
    ours.push(await fillByMuster(reader, owner, policy))
    found.push(await fingerprint(owner))
    theirs.push(await fillBySql(owner, policy))
    found.push(await fingerprint(owner))
  }
  const written = await countRows(owner)
  const disagreements = new Set(found).size - 1
  return {
    lines: [
      ...toLines('read, evaluate, write', ours.map(whole), theirs.map(whole)),
      ...toLines('facts ready: evaluate, write', ours.map(last), theirs.map(last)),
    ],
    notes: [
      `Each writes ${count(written)} rows (ruleset, person, rule) into a table without indexes, ${rounds} rounds in turns; the tables that they wrote ${disagreements === 0 ? 'are the same' : `differ in ${disagreements} of ${found.length} fillings`}.`,
      `Facts: Muster reads them into columns in ${seconds(ours.map(({ facts }) => facts))} s; SQL unpacks them into an indexed table in ${seconds(theirs.map(({ facts }) => facts))} s. Each side has one connection; Muster evaluates in a thread of its own.`,
    ],
  }
}

const whole = ({ facts, manifests }: Filling) => facts + manifests
const last = ({ manifests }: Filling) => manifests

function toLines(what: string, ours: readonly number[], theirs: readonly number[]): Line[] {
  const [our, their] = [median(ours), median(theirs)]
  const lineOf = (side: string, value: number, all: readonly number[]): Line => {
    const detail = `rounds: ${all.map((each) => (each / 1000).toFixed(2)).join(', ')}`
    return { what, side, value: value / 1000, unit: 's', detail }
  }
  return [
    { ...lineOf(sides.sql, their, theirs), ratios: [their / our], budget: { atLeast: 8 } },
    lineOf(sides.muster, our, ours),
  ]
}

function seconds(times: readonly number[]): string {
  return (median(times) / 1000).toFixed(2)
}

/** The same for the same rows in any order. */
async function fingerprint(client: Client): Promise<string> {
  const { rows } = await client.query<{ of: string }>(
    `select count(*) || ' ' || coalesce(sum(hash_record_extended(m, 0)::numeric), 0) as of from bench_manifest m`,
  )
  return rows[0]?.of ?? ''
}

async function countRows(client: Client): Promise<number> {
  const { rows } = await client.query<{ rows: number }>(
    'select count(*)::integer as rows from bench_manifest',
  )
  return rows[0]?.rows ?? 0
}
