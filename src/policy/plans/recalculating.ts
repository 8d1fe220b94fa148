import { sql } from 'kysely'

/** Whether a job is moving the ruleset `rs`: until it is done, the previous manifest is shown. */
export const isRecalculating = sql<boolean>`rs.id in (
  select r.ruleset_id from plan p join plan_ruleset r on r.plan_id = p.id where p.state = 'applying')`
