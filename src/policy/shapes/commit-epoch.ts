import { sql } from 'kysely'

/**
 * The epoch (`e` policy_epoch) under which what is read here will be seen: a transaction that moves it writes it just
 * before its commit (finish_change), after the answer was made.
 */
export const commitEpoch = sql<number>`e.epoch + (coalesce(current_setting('muster.touched', true), '') = 'all')::integer`
