import type { Database } from '../../database/database.ts'
import type { Schedule } from '../../jobs/run-schedules.ts'
import { announceDue } from '../due/announce-due.ts'
import { pruneAttempts } from './webhook-loop.ts'

/** What events need once a minute. */
export function eventSchedules(database: Database): Schedule[] {
  return [
    {
      name: 'announce-due',
      everySeconds: 60,
      run: ({ signal }) => announceDue(database, signal),
    },
    {
      name: 'prune-attempts',
      everySeconds: 60,
      run: ({ signal }) => pruneAttempts(database, signal),
    },
  ]
}
