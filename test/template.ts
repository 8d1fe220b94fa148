import { randomBytes } from 'node:crypto'
import { Client } from 'pg'
import { migrate } from '../src/database/migrate.ts'

const template = 'muster_test_template'
const clonePrefix = 'muster_test_of_'

/** Where the tests' PostgreSQL answers; set by the global setup. */
export function testServerUrl(): string {
  const url = process.env['MUSTER_TEST_DATABASE_URL']
  if (url === undefined)
    throw new Error(
      'Run tests through `npm test`, or pass --test-global-setup=test/global-setup.ts to node --test.',
    )
  return url
}

/** The migrated database from which every test file's own is cloned. */
export async function prepareTemplate(serverUrl: string): Promise<void> {
  await administer(serverUrl, `drop database if exists ${template}`, `create database ${template}`)
  await migrate({ url: databaseUrl(serverUrl, template) })
  await administer(databaseUrl(serverUrl, template), allowInjectedClock)
}

/** Lets transactions inject the time, which only test databases allow. */
const allowInjectedClock = `
  create or replace function injected_instant() returns timestamptz language sql stable parallel safe
    return nullif(current_setting('muster.now', true), '')::timestamptz`

export type Clone = { name: string; url: string; drop: () => Promise<void> }

/** A new database, with what is in the template. */
export async function cloneTemplate(): Promise<Clone> {
  const name = `${clonePrefix}${randomBytes(6).toString('hex')}`
  await administer(
    testServerUrl(),
    `create database ${name} template ${template} strategy file_copy`,
  )
  return {
    name,
    url: databaseUrl(testServerUrl(), name),
    drop: () => administer(testServerUrl(), `drop database ${name} with (force)`),
  }
}

/** Drops clones that are kept for the whole run because others are cloned from them. */
export async function dropClones(serverUrl: string): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    const { rows } = await client.query<{ name: string }>(
      'select datname as name from pg_database where starts_with(datname, $1)',
      [clonePrefix],
    )
    for (const { name } of rows) await client.query(`drop database ${name} with (force)`)
  } finally {
    await client.end()
  }
}

function databaseUrl(serverUrl: string, name: string): string {
  const url = new URL(serverUrl)
  url.pathname = `/${name}`
  return url.href
}

async function administer(serverUrl: string, ...statements: string[]): Promise<void> {
  const client = new Client({ connectionString: serverUrl })
  await client.connect()
  try {
    for (const statement of statements) await client.query(statement)
  } finally {
    await client.end()
  }
}
