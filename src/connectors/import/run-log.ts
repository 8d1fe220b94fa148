import { sql } from 'kysely'
import { decodeId } from '../../contract/ids.ts'
import type { Totals } from '../../policy/plans/effect.ts'
import type { Database, Transaction, TransactionContext } from '../../database/database.ts'
import type { ImportOutcome, ImportProgress } from './outcome.ts'
import { asParameters } from '../file/option-names.ts'
import { countRefusals, mostReasons, type RefusalCounter } from '../file/remedies.ts'
import { recordEnds } from './run-audit.ts'
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
  /** Its uuid in `import_run`, once it is listed. */
  readonly listedId: string | undefined
  /** The end, in the transaction that writes what the run does; lists it under `id` if it is not listed. */
  succeed(context: TransactionContext, id: string, outcome: ImportOutcome): Promise<void>
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
  /** The vendor pushed it in one request, so that its end is no event. */
  isPush?: boolean
  /** 0 if unknown. */
  bytesTotal: number
}

const tellEveryMs = 1000
/** A run without progress says as often that it is alive. */
const aliveEveryMs = 5000
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
  const update = (work: (context: TransactionContext, id: string) => Promise<void>) =>
    database.transaction(async (context) =>
      work(context, listed ?? (await insertRun(context.tx, run))),
    )
  const close = () => clearInterval(timer)
  const end = async (context: TransactionContext, id: string, how: RunEnd) => {
    await endRun(context, { ...run, id }, how, kept.refusals)
    await writeRows(context.tx, id, kept)
  }
  return {
    async list() {
      listed ??= await database.transaction(({ tx }) => insertRun(tx, run))
      let [told, toldAt] = [progress, performance.now()]
      timer ??= setInterval(() => {
        if (progress === told && performance.now() - toldAt < aliveEveryMs) return
        ;[told, toldAt] = [progress, performance.now()]
        // What is not written now is written the next time.
        void update(({ tx }, id) => writeProgress(tx, id, told)).catch(() => undefined)
      }, tellEveryMs).unref()
      return listed
    },
    begin: () => update(({ tx }, id) => beginRun(tx, id)),
    tell: (latest) => (progress = latest),
    reportTo: (report) => keepingRows(report, kept),
    get listedId() {
      return listed
    },
    succeed: (context, id, outcome) =>
      end(context, id, { state: 'succeeded', outcome, failure: null }),
    async planned(effect, outcome) {
      close()
      await update(async (context, id) => {
        await end(context, id, { state: 'succeeded', outcome, failure: null })
        await writePlan(context.tx, id, effect)
      })
    },
    async fail(failure, outcome) {
      close()
      const said = asParameters(failure).slice(0, longestReason)
      await update((context, id) => end(context, id, { state: 'failed', outcome, failure: said }))
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
    const ended = await sql<{ id: string; integrationId: string; isPlan: boolean }>`
      update import_run set state = 'interrupted', finished_at = heard_at,
        failure = 'The process that ran it has ended. Nothing was written: import again.'
      where ${silent} returning id, integration_id as "integrationId", is_plan as "isPlan"`.execute(
      tx,
    )
    await recordEnds(tx, ended.rows, 'interrupted')
    return ended.rows.length
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

/** Writes the row whole, so that a run that was not listed is one row written once. */
async function endRun(
  { tx, now }: TransactionContext,
  {
    id,
    integrationId,
    source,
    isComplete,
    isPlan = false,
    isPush = false,
    bytesTotal,
  }: NewRun & { id: string },
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
    insert into import_run as r (id, integration_id, source, is_complete, is_plan, bytes_total, bytes_read, started_at, state, phase,
      rows_read, rows_bad, notes, failure, summary, incident_id, finished_at, heard_at)
    values (${id}, ${integrationId}, ${source.slice(-500)}, ${isComplete}, ${isPlan}, ${bytesTotal}, ${bytesTotal}, ${now}, ${state}, 'done',
      ${rowsRead}, ${rowsBad}, ${notes}, ${failure}, ${JSON.stringify(summary)}::jsonb, ${incidentId}, clock_timestamp(), clock_timestamp())
    on conflict (id) do update set state = excluded.state, phase = excluded.phase, rows_read = excluded.rows_read,
      rows_bad = excluded.rows_bad, notes = excluded.notes, failure = excluded.failure, summary = excluded.summary,
      bytes_read = case when excluded.state = 'succeeded' then r.bytes_total else r.bytes_read end,
      incident_id = excluded.incident_id, finished_at = excluded.finished_at, heard_at = excluded.heard_at`.execute(
    tx,
  )
  await recordEnds(tx, [{ id, integrationId, isPlan, isPush }], state)
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
