import { sql } from 'kysely'
import type { Transaction } from '../database/database.ts'

/** Leaves work for a job (run-jobs.ts), to be found when the transaction commits. The same twice is once. */
export async function enqueue(
  tx: Transaction,
  { task, subjectId }: { task: string; subjectId: string },
): Promise<void> {
  await sql`
    insert into job (task, subject_id) values (${task}, ${subjectId})
    on conflict (task, subject_id) do nothing`.execute(tx)
}
