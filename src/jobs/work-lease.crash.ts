// The program that work-lease.test.ts starts: it takes a lease of the given database, and is killed while it holds it.
import { writeSync } from 'node:fs'
import { connectDatabase } from '../database/connect-database.ts'
import { underLease } from './work-lease.ts'

const [, , url = ''] = process.argv
const database = await connectDatabase({ connection: { url } })
await underLease(database, 'work', async () => {
  writeSync(1, 'began')
  process.kill(process.pid, 'SIGKILL')
  await new Promise((resolve) => setTimeout(resolve, 60_000))
})
