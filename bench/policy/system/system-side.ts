import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import { Client } from 'pg'
import { buildDemo } from '../../../demo/build-demo.ts'
import { generateOrganisation } from '../../../demo/organisation/organisation.ts'
import { writeExports } from '../../../demo/organisation/write-exports.ts'
import { cliActor } from '../../../src/cli/local/direct.ts'
import { say } from '../../../src/cli/output/output.ts'
import { readConfig } from '../../../src/config.ts'
import { importExport } from '../../../src/connectors/import/import-export.ts'
import {
  startEmbeddedPostgres,
  type EmbeddedPostgres,
} from '../../../src/database/embedded/embedded-postgres.ts'
import { createLogger } from '../../../src/log.ts'
import { startServer, type RunningServer } from '../../../src/main.ts'
import { answerParent, readJson } from '../../processes/conversation.ts'

export type SystemStart = { directory: string; people: number }

/** A Muster with the demo's organisation: where it answers, its owner's token, and its database's owner. */
export type StartedSystem = {
  origin: string
  token: string
  connection: EmbeddedPostgres['administrator']
  peopleExport: string
}

let running: RunningServer | undefined
let place = ''

/** All as in production; the rate limit does its work but never refuses. */
async function start({ directory, people }: SystemStart): Promise<StartedSystem> {
  place = directory
  const dataDirectory = join(directory, 'data')
  const settings = {
    MUSTER_DATA_DIRECTORY: dataDirectory,
    MUSTER_PORT: '0',
    MUSTER_RATE_LIMIT: '1000000',
  }
  running = await startServer(readConfig(settings, {}), createLogger('warn'))
  const org = generateOrganisation({ people, seed: 1, today: '2026-11-01' })
  const files = await writeExports(org, join(directory, 'exports'))
  const { token, url } = await buildDemo(running, org, files, say)
  const { administrator } = await startEmbeddedPostgres({ dataDirectory, exclusive: false })
  await settleDown(administrator)
  return { origin: url, token, connection: administrator, peopleExport: files[0]?.path ?? '' }
}

/** Does the work of autovacuum now, so that it does not run during a measurement. */
async function settleDown(administrator: EmbeddedPostgres['administrator']): Promise<void> {
  const owner = new Client(administrator)
  await owner.connect()
  try {
    await owner.query('vacuum (analyze)')
    await owner.query('checkpoint')
  } finally {
    await owner.end()
  }
}

async function importPeople(path: string) {
  if (running === undefined) throw new Error('Muster does not run')
  const outcome = await importExport(running.opened.database, {
    integrationHandle: 'idp',
    path,
    isComplete: true,
    actor: cliActor,
  })
  if (outcome.refused !== undefined) throw new Error(outcome.refused)
  return outcome
}

answerParent(
  {
    start: async (input) => start(readJson<SystemStart>(input)),
    import: async (input) => importPeople(readJson<string>(input)),
  },
  async () => {
    await running?.stop()
    await rm(place, { recursive: true, force: true })
  },
)
