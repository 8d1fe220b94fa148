import type { FastifyBaseLogger } from 'fastify'
import { encodeId } from '../../contract/ids.ts'
import type { Database } from '../../database/database.ts'
import type { Settlement } from '../../database/due.ts'
import { failureOf } from '../../database/failure.ts'
import { policyCacheOf } from '../model/policy-cache-of.ts'
import { settleDue, settleCallers } from './settle.ts'

/** How long a settlement waits for one lock. A request that finds it held continues without it. */
const settlementLockTimeoutMilliseconds = 100

/** Logs a settlement that failed for another reason than a lock: requests go on without it. */
export function settlementOf(database: Database, log: FastifyBaseLogger): Settlement {
  const options = { lockTimeoutMilliseconds: settlementLockTimeoutMilliseconds }
  const logged = (error: unknown) => {
    if (failureOf(error) !== 'busy') log.warn({ err: error }, 'what is due could not be settled')
    throw error
  }
  const tellRefused = ({ refused }: { refused: readonly string[] }) => {
    const rules = refused.map((id) => encodeId('rule', id))
    if (rules.length > 0)
      log.warn({ rules }, 'rules have not begun at their date: they exceed limits')
  }
  return {
    all: () =>
      settleDue(database, { ...options, policies: policyCacheOf(database) }).then(
        tellRefused,
        logged,
      ),
    callers: () => settleCallers(database, options).catch(logged),
  }
}
