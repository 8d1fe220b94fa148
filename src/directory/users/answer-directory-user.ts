import { sql } from 'kysely'
import type { Static } from 'typebox'
import type { Permission } from '../../contract/permissions.ts'
import type { Transaction } from '../../database/database.ts'
import { parseJson } from '../../database/parse-json.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { policyCacheOf } from '../../policy/model/policy-cache-of.ts'
import { policyViewer } from '../../policy/shapes/withhold.ts'
import { findDescribedUser, type DescribedRow } from './describe-queries.ts'
import { findStaged } from './find-staged.ts'
import { readInclude, representationOf } from './include.ts'
import { presentDirectoryUser } from './present-directory-user.ts'
import type { DirectoryUser } from './schema.ts'
import { seesWorkspaceUsers } from './workspace-user-ref.ts'

const include = readInclude('')

/**
 * A person as described after the commit, with that ETag. Audit counters, version and epoch change just before the
 * commit (finish_change), so these changes are added here.
 */
export async function answerDirectoryUser(
  context: WriteContext,
  id: string,
  now: Date,
): Promise<Static<typeof DirectoryUser>> {
  const { tx, services } = context
  const [policy, row, pending] = await Promise.all([
    policyCacheOf(services.database).inTransaction(tx),
    findDescribedUser(tx, id, [], true),
    findPending(tx, id),
  ])
  if (row === undefined) throw new Error(`the directory user ${id} is not there`)
  const version = row.version + (pending.names_them ? 1 : 0)
  const epoch = row.epoch + (pending.is_far_reaching ? 1 : 0)
  const staged = await findStaged(tx, policy, row, { include, now: now.getTime() })
  const may = (permission: Permission) => context.may(permission)
  const viewer = policyViewer(may)
  const seesNames = seesWorkspaceUsers(may)
  const { seesProfileValues } = viewer
  const representation = representationOf(include, { seesProfileValues, seesNames })
  context.etag(row.row_version, `${version}-${epoch}-${representation}`)
  const finished: DescribedRow = { ...row, counts: addCounts(row.counts, pending.counts) }
  const origin = services.publicOrigin
  // Composed from JSON that a statement built: the describe's schema is what it is held against.
  // oxlint-disable-next-line typescript/no-unsafe-type-assertion
  return presentDirectoryUser(finished, {
    include,
    staged,
    viewer,
    seesWorkspaceUsers: seesNames,
    origin,
  }) as Static<typeof DirectoryUser>
}

type Pending = { counts: Record<string, number>; names_them: boolean; is_far_reaching: boolean }

/** What the end of this transaction will add: audit rows by position, and whether the version and the epoch move. */
async function findPending(tx: Transaction, id: string): Promise<Pending> {
  const { rows } = await sql<{ counts: string; total: number; is_far_reaching: boolean }>`
    select json_build_object('audit_logs_parent', parents, 'audit_logs_record', records,
        'audit_logs_related', related, 'audit_logs_subject', subjects) as counts,
      parents + records + related + subjects as total,
      coalesce(current_setting('muster.touched', true), '') = 'all' as is_far_reaching
    from (select count(*) filter (where parent_id = ${id}) as parents, count(*) filter (where record_id = ${id}) as records,
        count(*) filter (where related_id = ${id}) as related, count(*) filter (where subject_id = ${id}) as subjects
      from audit_log where transaction = pg_current_xact_id()) position`.execute(tx)
  const [row] = rows
  if (row === undefined) throw new Error('the audit rows of the transaction were not counted')
  const { counts, total, is_far_reaching } = row
  return { counts: parseJson(counts), names_them: total > 0, is_far_reaching }
}

function addCounts(text: string, pending: Record<string, number>): string {
  const counts = parseJson<Record<string, number>>(text)
  const added = Object.entries(pending).map(([key, more]) => [key, (counts[key] ?? 0) + more])
  return JSON.stringify({ ...counts, ...Object.fromEntries(added) })
}
