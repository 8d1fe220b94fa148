import type { Database } from '../src/database/database.ts'
import { whenProcessEnds } from './process-end.ts'

// Databases that begin as filled ones are kept when their test ends, and restored for the next test. So their connections keep
// what they have planned and compiled, which takes PostgreSQL longer than running the statements of most tests.

export type TestDatabase = {
  url: string
  database: Database
  /** Runs as the owner of the schema, beyond the rights of a server. Returns the rows. */
  query: <Row extends object = Record<string, unknown>>(
    text: string,
    values?: unknown[],
  ) => Promise<Row[]>
}

export type KeptDatabase = {
  /** For one test. `clock`: the time that its transactions read. `wroteBySql`: whether it wrote without the product. */
  begin: (clock: (() => Date) | undefined) => { opened: TestDatabase; wroteBySql: () => boolean }
  query: TestDatabase['query']
  hasClock: boolean
  /** Whether only rows have changed. */
  isAsMigrated: () => boolean
  discard: () => Promise<void>
}

/** What many tests begin with. It is made once in each database that is kept. */
export type Filling<T> = {
  fill: (database: TestDatabase) => Promise<T>
  made: WeakMap<KeptDatabase, { restore: string; filled: T }>
}

export function filling<T>(fill: Filling<T>['fill']): Filling<T> {
  return { fill, made: new WeakMap() }
}

/** As migrated. */
export const nothing = filling(async () => undefined)

/** Each process keeps this many, because the connections of each may take 100 MB. */
const most = 2
const idle: KeptDatabase[] = []

/** One that was kept, else a new one. */
export async function takeKept(
  hasClock: boolean,
  open: () => Promise<KeptDatabase>,
): Promise<KeptDatabase> {
  const at = idle.findLastIndex((each) => each.hasClock === hasClock)
  const [known] = at < 0 ? [] : idle.splice(at, 1)
  if (known !== undefined) return known
  const opened = await open()
  await save(opened, nothing, undefined)
  return opened
}

/** Fills the database, or restores what an earlier test filled it with. */
export async function fillKept<T>(
  database: KeptDatabase,
  wanted: Filling<T>,
  clock: (() => Date) | undefined,
): Promise<T> {
  const made = wanted.made.get(database)
  try {
    if (made !== undefined) {
      await database.query(made.restore)
      return made.filled
    }
    await database.query(nothing.made.get(database)?.restore ?? '')
    const filled = await wanted.fill(database.begin(clock).opened)
    await save(database, wanted, filled)
    return filled
  } catch (error) {
    await database.discard()
    throw error
  }
}

/** For the next test, unless this one has changed more than rows. */
export async function keep(database: KeptDatabase): Promise<void> {
  if (!database.isAsMigrated() || idle.length >= most) await database.discard()
  else idle.push(database)
}

whenProcessEnds(async () => {
  for (const each of idle.splice(0)) await each.discard()
})

/**
 * Of tables that were vacuumed or analysed meanwhile. A table that was vacuumed while it was empty counts as empty however much it
 * grows, until it is analysed: statements would be planned for one row.
 */
const forgetStatistics = `
  perform pg_clear_attribute_stats(schemaname, tablename, attname, inherited) from pg_stats where schemaname = 'public';
  perform pg_clear_relation_stats('public', relname) from pg_class
    where relkind = 'r' and relnamespace = 'public'::regnamespace and reltuples >= 0;`

let saved = 0

/**
 * Copies all rows into a schema, with a procedure that brings them back. It deletes, because statements stay planned and
 * prepared then, without foreign keys and triggers, because the audit log refuses it.
 */
async function save<T>(database: KeptDatabase, of: Filling<T>, filled: T): Promise<void> {
  const { query } = database
  const schema = `filled_${saved++}`
  const tables = await query<{ name: string; columns: string }>(
    `select relname as name, string_agg(quote_ident(attname), ', ' order by attnum) as columns
     from pg_class join pg_attribute on attrelid = pg_class.oid and attnum > 0 and not attisdropped and attgenerated = ''
     where relkind = 'r' and relnamespace = 'public'::regnamespace group by relname order by relname`,
  )
  const sequences = await query<{ name: string; next: string }>(
    `select sequencename as name, coalesce(last_value || ', true', start_value || ', false') as next
     from pg_sequences where schemaname = 'public'`,
  )
  const copies = tables.map(
    ({ name, columns }) =>
      `create table ${schema}.${name} as select ${columns} from public.${name};`,
  )
  const returns = tables.map(
    ({ name, columns }) => `delete from public.${name};
      insert into public.${name} (${columns}) overriding system value select * from ${schema}.${name};`,
  )
  const settings = sequences.map(({ name, next }) => `perform setval('public.${name}', ${next});`)
  await query(
    `create schema ${schema}; ${copies.join('\n')}
     create procedure ${schema}.restore() language plpgsql
       set session_replication_role = replica set lock_timeout = '10s'
       as $$ begin ${[...returns, ...settings].join('\n')} ${forgetStatistics} end $$`,
  )
  of.made.set(database, { restore: `call ${schema}.restore()`, filled })
}
