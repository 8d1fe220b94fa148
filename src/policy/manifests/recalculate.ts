import { record, type AuditActor } from '../../audit/record.ts'
import type { Transaction } from '../../database/database.ts'
import { policySeenBy, type LoadedPolicy, type PolicyCache } from '../model/compiled-policy.ts'
import type { Counting, Exceeded } from '../limits/counting.ts'
import { Stopped } from '../limits/stopped.ts'
import { movesOf } from './moves.ts'
import type { People } from '../model/people-facts.ts'
import { auditStays } from './audit-manifests.ts'
import { everybodysChanges, type ComparedPeople } from './everybodys-changes.ts'
import { foreseenChanges, type ForeseenChanges } from './foreseen-changes.ts'
import { listedChanges } from './listed-changes.ts'
import { Ledger } from './ledger.ts'
import { inPieces, type ManifestChanges } from './manifest-changes.ts'
import {
  beginStays,
  endStays,
  updateStays,
  writeForeseenQualifications,
  writeOrgs,
  writeQualifications,
} from './queries.ts'

export type RecalculateOptions = {
  /** The instant that people are judged at; stays begin, change and end then. */
  now: Date
  actor: AuditActor
  /** `all`, or the people who changed. Their secondary users are recalculated with them. */
  people: People
  /** With a list: also everyone below them, as after a change of their manager. */
  withReports?: boolean
  /** With `all`: only the manifests of these rulesets, and of the rulesets that depend on their attributes. */
  rulesets?: readonly string[]
  /**
   * With `rulesets`: `candidates` evaluates only people whom these can move, where they are known. Of all other rulesets that the
   * transaction has changed, the manifests are recalculated.
   */
  among?: ComparedPeople['among']
  /** What limits do. `stop`, the default: beyond one nothing is written. `report`: they are in the result. `ignore`: not judged. */
  limits?: 'stop' | 'report' | 'ignore'
  /** It may exceed the limits, and does not count. */
  isApproved?: boolean
  /** How the movements count; by default, all of them for the actor. */
  counting?: Counting | undefined
  /** The policy lock is only shared: other changes write concurrently. */
  isShared?: boolean
  /**
   * The transaction will be rolled back: changes for people are observed and not written, so that no one waits for
   * it.
   */
  isDryRun?: boolean | undefined
  /** Without it the policy is loaded afresh. */
  policies?: PolicyCache | undefined
  /** Evaluated before, for all but these people (uuids): see foreseen-changes.ts. */
  foreseen?: (ForeseenChanges & { except: readonly string[] }) | undefined
  /** Beyond so many changed stays nothing more is written, and the result says so. */
  rowsAtMost?: number | undefined
  /** Called with all changes before they are written, up to `rowsAtMost`. */
  observe?: ((changes: ManifestChanges) => void) | undefined
}

/** How many rows it wrote, for how many people it looked, and which limits it exceeds. */
export type Recalculation = {
  people: number
  qualified: number
  unqualified: number
  entered: number
  changed: number
  ended: number
  orgs: number
  exceeded: readonly Exceeded[]
}

/** Rows are written as text: those of a ruleset with everybody in it would be more than fits in one. */
const rowsPerStatement = 50_000

/**
 * Recalculates qualifications, manifests and org from the policy, and writes the differences with their audit rows.
 * The caller holds the policy lock (exclusive for `all`, and wherever limits apply) and has settled what is due
 * before `now`. @returns Stopped beyond a limit or `rowsAtMost`; then the caller rolls back
 */
export async function recalculate(
  tx: Transaction,
  options: RecalculateOptions,
): Promise<Recalculation | Stopped> {
  const { isDryRun = false, observe, rowsAtMost = Infinity } = options
  const policy = await policySeenBy(tx, options.policies)
  const ledger = new Ledger(tx, policy, options)
  const survey = await ledger.survey(() => findChanges(tx, policy, options))
  if (survey instanceof Stopped) return survey
  const { changes, exceeded } = survey
  const total = { ...nothing, exceeded }
  const rulesetIds = new Set<string>()
  try {
    for (;;) {
      const next = await changes.next()
      if (next.done === true) {
        if (isLarger(total, rowsAtMost))
          return new Stopped({ kind: 'size', rulesetIds: [...rulesetIds] })
        if (!isDryRun) await ledger.record()
        return { ...total, people: next.value }
      }
      addUp(total, next.value)
      if (rowsAtMost < Infinity)
        for (const { rulesetId } of movesOf(next.value)) rulesetIds.add(rulesetId)
      // What is too large is read to its end, for the rulesets that it moves people in.
      if (isLarger(total, rowsAtMost)) continue
      observe?.(next.value)
      for (const piece of inPieces(next.value, rowsPerStatement))
        await writeChanges(tx, piece, options)
      ledger.note(next.value)
    }
  } finally {
    // A failure ends a thread that still evaluates with it.
    await changes.return(0)
  }
}

function isLarger({ entered, changed, ended }: Recalculation, rowsAtMost: number): boolean {
  return entered + changed + ended > rowsAtMost
}

function findChanges(
  tx: Transaction,
  policy: LoadedPolicy,
  { people, rulesets, withReports = false, foreseen, now, among = 'everybody' }: RecalculateOptions,
): AsyncGenerator<ManifestChanges, number> {
  if (foreseen !== undefined) return foreseenChanges(tx, policy, foreseen, now)
  return people === 'all'
    ? everybodysChanges(tx, policy, rulesets ?? 'all', now.getTime(), { among })
    : listedChanges(tx, policy, { people, withReports }, now)
}

const nothing: Omit<Recalculation, 'exceeded'> = {
  people: 0,
  qualified: 0,
  unqualified: 0,
  entered: 0,
  changed: 0,
  ended: 0,
  orgs: 0,
}

async function writeChanges(
  tx: Transaction,
  changes: ManifestChanges,
  { now, actor, isDryRun = false }: RecalculateOptions,
): Promise<void> {
  // A plan's findings count the people who qualify for the rules that begin. Inserting rows blocks no one.
  if (isDryRun) return writeForeseenQualifications(tx, changes.qualified)
  await Promise.all([
    writeQualifications(tx, changes),
    endStays(tx, changes.ended, now),
    updateStays(tx, changes.changed, now),
    beginStays(tx, actor, changes.entered, now),
    writeOrgs(tx, changes.orgs),
    record(tx, actor, auditStays(changes.changed, changes.ended)),
  ])
}

function addUp(total: Recalculation, changes: ManifestChanges): void {
  total.qualified += changes.qualified.length
  total.unqualified += changes.unqualified.length
  total.entered += changes.entered.length
  total.changed += changes.changed.length
  total.ended += changes.ended.length
  total.orgs += changes.orgs.length
}
