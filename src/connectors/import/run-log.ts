import { sql } from 'kysely'
import { decodeId } from '../../contract/ids.ts'
import type { Totals } from '../../policy/plans/effect.ts'
import type { Database, Transaction } from '../../database/database.ts'
import type { ImportOutcome, ImportProgress } from './outcome.ts'
import { asParameters } from '../file/option-names.ts'
import { countRefusals, mostReasons, type RefusalCounter } from '../file/remedies.ts'
import { writePlannedPeople, type PlannedPeople } from './planned-people.ts'
import { mostRunRows, type ReportFile, type ReportLine } from './report-file.ts'

/** A run in the list of runs, from its beginning to its end. */
export type RunLog = {
  /** Lists the run, which waits for another one of its integration. A run of few records is listed only when it is over. */
  list(): Promise<string>
  /** It waits no longer. */
  begin(): Promise<void>
  tell(progress: ImportProgress): void
  /** The report, whose first lines are kept with the run too. */
  reportTo(report: ReportFile): ReportFile
  /** Its uuid in `import_run`, listed or listed now. In the transaction that writes what the run does. */
  idIn(tx: Transaction): Promise<string>
  /** The end, in the same transaction. */
  succeed(tx: Transaction, id: string, outcome: ImportOutcome): Promise<void>
  /** The end of a plan, with the effect that an import would have. */
  planned(effect: PlannedImport, outcome: ImportOutcome): Promise<void>
  /** Ends a run that wrote nothing, with the reason, which is kept with the parameters of the API. */
  fail(reason: string, outcome: ImportOutcome): Promise<void>
  /** Says no more. */
  close(): void
}

/** The effect that an import would have. */
export type PlannedImport = {
  has_changes: boolean
  totals: Totals & { people: number }
  /** `ruleset_id` null where it would be new. */
  resources: readonly {
    ruleset_id: string | null
    ruleset_key: string
    resource: string
    name: string
    resource_handle: string | null
    is_new: boolean
    totals: Totals
  }[]
  people: PlannedPeople
}

export type NewRun = {
  integrationId: string
  /** What it reads, such as a path. */
  source: string
  isComplete: boolean
  /** It works out the effect, and is rolled back. */
  isPlan?: boolean
  /** 0 if unknown. */
  bytesTotal: number
}

const tellEveryMs = 5000
/** A run that is silent for so long has been interrupted: its process has ended. */
const silentSeconds = 60
const mostResources = 500
const longestReason = 2000

/** A run that is not listed yet, unless under this uuid. */
export function newRunLog(database: Database, run: NewRun, listedId?: string): RunLog {
  let listed = listedId
  let progress: ImportProgress | undefined
  let timer: NodeJS.Timeout | undefined
  const kept: KeptReport = { rejected: [], remarks: [], lines: 0, refusals: countRefusals() }
  const idIn = async (tx: Transaction) => listed ?? insertRun(tx, run)
  const update = (work: (tx: Transaction, id: string) => Promise<void>) =>
    database.transaction(async ({ tx }) => work(tx, await idIn(tx)))
  const close = () => clearInterval(timer)
  const end = async (tx: Transaction, id: string, how: RunEnd) => {
    await endRun(tx, id, how, kept.refusals)
    await writeRows(tx, id, kept)
  }
  return {
    async list() {
      listed ??= await database.transaction(({ tx }) => insertRun(tx, run))
      timer ??= setInterval(() => {
        // What is not written now is written the next time.
        void update((tx, id) => writeProgress(tx, id, progress)).catch(() => undefined)
      }, tellEveryMs).unref()
      return listed
    },
    begin: () => update((tx, id) => beginRun(tx, id)),
    tell: (latest) => (progress = latest),
    reportTo: (report) => keepingRows(report, kept),
    idIn,
    succeed: (tx, id, outcome) => end(tx, id, { state: 'succeeded', outcome, failure: null }),
    async planned(effect, outcome) {
      close()
      await update(async (tx, id) => {
        await end(tx, id, { state: 'succeeded', outcome, failure: null })
        await writePlan(tx, id, effect)
      })
    },
    async fail(failure, outcome) {
      close()
      const said = asParameters(failure).slice(0, longestReason)
      await update((tx, id) => end(tx, id, { state: 'failed', outcome, failure: said }))
    },
    close,
  }
}

/** The runs whose process has ended are over. @returns how many */
export async function endInterruptedRuns(database: Database): Promise<number> {
  const silent = sql`finished_at is null and heard_at < clock_timestamp() - ${silentSeconds} * interval '1 second'`
  const { rows } = await sql`select from import_run where ${silent} limit 1`.execute(database.read)
  if (rows.length === 0) return 0
  return database.transaction(async ({ tx }) => {
    const { numAffectedRows = 0n } = await sql`
      update import_run set state = 'interrupted', finished_at = heard_at,
        failure = 'The process that ran it has ended. Nothing was written: import again.'
      where ${silent}`.execute(tx)
    return Number(numAffectedRows)
  })
}

/** Lists a run that waits. @returns its uuid */
export async function insertRun(
  tx: Transaction,
  { integrationId, source, isComplete, isPlan = false, bytesTotal }: NewRun,
): Promise<string> {
  const { id } = await tx
    .insertInto('import_run')
    .values({
      integration_id: integrationId,
      source: source.slice(-500),
      is_complete: isComplete,
      is_plan: isPlan,
      bytes_total: bytesTotal,
      state: 'waiting',
      phase: 'reading',
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

async function beginRun(tx: Transaction, id: string): Promise<void> {
  await sql`
    update import_run set state = 'running', heard_at = clock_timestamp()
    where id = ${id} and finished_at is null`.execute(tx)
}

async function writeProgress(
  tx: Transaction,
  id: string,
  progress: ImportProgress | undefined,
): Promise<void> {
  await sql`
    update import_run set heard_at = clock_timestamp(), phase = coalesce(${progress?.phase ?? null}, phase),
      rows_read = coalesce(${progress?.rowsRead ?? null}, rows_read), bytes_read = coalesce(${progress?.bytesRead ?? null}, bytes_read)
    where id = ${id} and finished_at is null`.execute(tx)
}

type RunEnd = { state: 'succeeded' | 'failed'; outcome: ImportOutcome; failure: string | null }

async function endRun(
  tx: Transaction,
  id: string,
  { state, outcome, failure }: RunEnd,
  counter: RefusalCounter,
): Promise<void> {
  const { rowsRead, rowsBad, notes, incident } = outcome
  // Reasons quote values, which are erased with a person; so the summary keeps only their kinds.
  const { refusals: _, leftOut: __, unknownStates: ___, accountsKept, ...counts } = outcome
  const states = { unknown: accountsKept }
  const summary = { ...counts, states, refusedKinds: counter.kinds(mostReasons) }
  const incidentId = incident?.id == null ? null : (decodeId('incident', incident.id) ?? null)
  await sql`
    update import_run set state = ${state}, phase = 'done', rows_read = ${rowsRead}, rows_bad = ${rowsBad}, notes = ${notes},
      bytes_read = case when ${state} = 'succeeded' then bytes_total else bytes_read end, failure = ${failure},
      summary = ${JSON.stringify(summary)}::jsonb, incident_id = ${incidentId}, finished_at = clock_timestamp(), heard_at = clock_timestamp()
    where id = ${id}`.execute(tx)
}

async function writePlan(
  tx: Transaction,
  id: string,
  { people, ...effect }: PlannedImport,
): Promise<void> {
  const plan = { ...effect, resources: effect.resources.slice(0, mostResources) }
  await sql`update import_run set plan = ${JSON.stringify(plan)}::jsonb where id = ${id}`.execute(
    tx,
  )
  await writePlannedPeople(tx, id, people)
}

/** The first rejected rows and the first remarks, each with its place among all `lines`, and all refusals by their kind. */
type KeptReport = {
  rejected: PlacedLine[]
  remarks: PlacedLine[]
  lines: number
  refusals: RefusalCounter
}
/** `isFirst`: of its kind of refusal. */
type PlacedLine = ReportLine & { at: number; isFirst: boolean }

async function writeRows(tx: Transaction, id: string, kept: KeptReport): Promise<void> {
  if (kept.lines === 0) return
  await sql`
    insert into import_run_row (run_id, position, line, kind, reason)
    select ${id}, r.position, (r.row ->> 'line')::bigint, r.row ->> 'kind', left(r.row ->> 'reason', ${longestReason})
    from jsonb_array_elements(${JSON.stringify(listedOf(kept))}::jsonb) with ordinality as r (row, position)`.execute(
    tx,
  )
}

/** Where there are too many: the first row of each kind of refusal, then other rejected rows, then remarks, in their order. */
function listedOf({ rejected, remarks, lines }: KeptReport): readonly ReportLine[] {
  const most = lines > mostRunRows ? mostRunRows - 1 : mostRunRows
  const firsts = rejected.filter(({ isFirst }) => isFirst)
  const others = rejected.filter(({ isFirst }) => !isFirst)
  const listed = [...firsts, ...others, ...remarks].slice(0, most).toSorted((a, b) => a.at - b.at)
  return lines > mostRunRows ? [...listed, notListed(lines - most)] : listed
}

function notListed(more: number): ReportLine {
  const reason = `${more} more rows and remarks are not listed: a run keeps ${mostRunRows} lines`
  return { line: null, kind: 'note', reason }
}

/** What is taken back from the report is taken back here too. */
function keepingRows(report: ReportFile, kept: KeptReport): ReportFile {
  return {
    async write(line) {
      const isRejected = line.kind === 'rejected'
      const isFirst = isRejected && kept.refusals.add(line.reason, line.line)
      const alike = isRejected ? kept.rejected : kept.remarks
      if (alike.length < mostRunRows || isFirst) alike.push({ ...line, at: kept.lines, isFirst })
      kept.lines += 1
      await report.write(line)
    },
    mark() {
      const takeBack = report.mark()
      const forget = kept.refusals.mark()
      const { lines } = kept
      const [rejected, remarks] = [kept.rejected.length, kept.remarks.length]
      return async () => {
        kept.rejected.length = rejected
        kept.remarks.length = remarks
        kept.lines = lines
        forget()
        await takeBack()
      }
    },
    close: () => report.close(),
  }
}
