import { rm } from 'node:fs/promises'
import { Client } from 'pg'
import { startEmbeddedPostgres } from '../../../src/database/embedded/embedded-postgres.ts'
import { openDatabase } from '../../../src/database/embedded/open.ts'
import { answerParent, readJson } from '../../processes/conversation.ts'
import { measureSql, type SqlOptions } from './measure-sql.ts'

export type SqlStart = SqlOptions & { directory: string }

const ends: (() => Promise<unknown>)[] = []

/** On a PostgreSQL of its own, that is gone when the process ends. */
async function measure({ directory, ...options }: SqlStart) {
  ends.push(() => rm(directory, { recursive: true, force: true }))
  const opened = await openDatabase({ dataDirectory: directory, whenInUse: 'refuse' })
  ends.push(() => opened.close())
  const { administrator } = await startEmbeddedPostgres({
    dataDirectory: directory,
    exclusive: false,
  })
  const owner = new Client(administrator)
  await owner.connect()
  ends.push(() => owner.end())
  return measureSql({ reader: opened.database.read, owner }, options)
}

answerParent({ measure: async (input) => measure(readJson<SqlStart>(input)) }, async () => {
  for (const end of ends.reverse()) await end()
})
