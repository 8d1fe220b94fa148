// The program that run-jobs.test.ts starts: it takes jobs of the given database, and is killed in the middle of
// one. Prints `began <subject>` once the work has written what its death rolls back.
import { writeSync } from 'node:fs'
import { sql } from 'kysely'
import { pino } from 'pino'
import { connectDatabase } from '../database/connect-database.ts'
import { startLoops } from './loops.ts'
import { jobLoop, type Task } from './run-jobs.ts'

const [, , url = ''] = process.argv
const log = pino({ level: 'silent' })
const database = await connectDatabase({ connection: { url } })
const work: Task = {
  run: async ({ tx }, subjectId) => {
    await sql`insert into job (task, subject_id) values ('undone', new_id())`.execute(tx)
    writeSync(1, `began ${subjectId}\n`)
    process.kill(process.pid, 'SIGKILL')
  },
  isFinal: () => false,
  failed: async () => {},
}
startLoops([jobLoop({ database, tasks: { work }, log, pollMilliseconds: 5 })], log)
setInterval(() => {}, 1000)
