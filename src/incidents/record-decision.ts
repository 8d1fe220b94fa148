import { sql } from 'kysely'
import { recordIncidentStep } from '../policy/holds/write-incidents.ts'
import type { CallersContext } from '../policy/plans/stored-change.ts'
import type { IncidentDecision } from './lock-decision.ts'

/** How many accounts and people a decision was about. */
type DecisionRecord = Pick<IncidentDecision, 'digest' | 'reason'> & {
  decision: 'approved' | 'rejected'
  people: number
  accounts: number
}

/** Keeps a decision with its audit row, and closes the incident if it holds nothing any more. */
export async function recordDecision(
  { tx, actor, caller }: Pick<CallersContext, 'tx' | 'actor' | 'caller'>,
  id: string,
  { decision, digest, reason, people, accounts }: DecisionRecord,
): Promise<void> {
  await sql`
    insert into incident_decision (incident_id, decision, by_type, by_id, reason, digest, people, accounts)
    values (${id}, ${decision}, ${caller.type}, ${caller.id}, ${reason}, ${Buffer.from(digest, 'hex')}, ${people},
      ${accounts})`.execute(tx)
  // The incident's version increases with each decision.
  await sql`update incident set updated_at = current_instant() where id = ${id}`.execute(tx)
  const action = decision === 'approved' ? 'approve' : 'reject'
  await recordIncidentStep(tx, actor, {
    id,
    steps: [{ action, accounts, people, reason, digest }],
    closing: decision,
  })
}
