import type { Muster, RowOf } from '../../../sdk/src/index.ts'
import { asOptions } from '../../connectors/file/option-names.ts'
import { profileValuePermission } from '../../contract/permissions.ts'
import { countRefusals, type CountedReason } from '../../connectors/file/remedies.ts'
import { mostLeftOut, reasonLeftOut } from '../../connectors/import/report-file.ts'
import { describeNotes } from './describe-findings.ts'
import { describeGroups, type Run } from './describe-run.ts'
import { ifAllowed } from '../output/read-up-to.ts'
import { linesWith, table } from '../output/table-text.ts'

export type RunRows = {
  rows: RowOf<'/workspace/integrations/{integration}/runs/{run}/rows'>[]
  /** Why rows were refused, and what to do, why others were left out, and remarks, as text; empty where there is none. */
  refused: string
}

/** The rows that a run left out or has a remark on, as far as they are kept. */
export async function readRunRows(muster: Muster, run: Run): Promise<RunRows> {
  if (run.count.rows_rejected + run.count.notes === 0) return { rows: [], refused: '' }
  return (await ifAllowed(() => readRows(muster, run))) ?? { rows: [], refused: withheld }
}

const withheld = `The reasons for refused rows and remarks quote values of profiles: seeing them needs the permission ${profileValuePermission}.`

async function readRows(
  muster: Muster,
  { id, integration_id: integration }: Run,
): Promise<RunRows> {
  const path = { integration, run: id }
  const url = '/workspace/integrations/{integration}/runs/{run}/rows'
  const rows: RunRows['rows'] = []
  for await (const row of muster.list(url, { params: { path } })) rows.push(row)
  const query = { include: ['groups' as const], 'page[size]': '1' }
  const { groups = [] } = await muster.get(url, { params: { path, query } })
  const notes = rows.filter((row) => row.kind === 'note' && reasonLeftOut(row) === null)
  const noted = describeNotes(notes, `muster integration runs ${integration} ${id} --csv`)
  const tables = [describeGroups(groups, leftOutOf(rows)), noted].map((lines) =>
    table(linesWith(lines)),
  )
  return { rows, refused: asOptions(tables.filter((text) => text !== '').join('\n')) }
}

function leftOutOf(rows: RunRows['rows']): CountedReason[] {
  const counter = countRefusals()
  for (const row of rows) {
    const reason = reasonLeftOut(row)
    if (reason !== null) counter.add(reason, row.line)
  }
  return counter.reasons(mostLeftOut)
}
