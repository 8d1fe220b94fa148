import { record, type AuditEntry } from '../../audit/record.ts'
import {
  causeOf,
  type Cause,
  type Counting,
  type Exceeded,
  type Movement,
  type ReleasedPeople,
} from '../limits/counting.ts'
import { stageMovements } from '../limits/compare-movements.ts'
import { judge } from '../limits/judge.ts'
import { countNamedPeople } from '../limits/named-people.ts'
import { lockTallies, recordMovements } from '../limits/record-movements.ts'
import { Stopped } from '../limits/stopped.ts'
import { recalculate, type RecalculateOptions } from '../manifests/recalculate.ts'
import { isPassing, type Begun, type ChangeContext, type Followed } from './change-context.ts'

/**
 * The manifests that a change of the policy can move: those of these rulesets and of the rulesets that depend on
 * their attributes.
 */
export type Reach = 'nothing' | 'all' | { rulesets: readonly string[] }

/** What was changed of the policy. Ids are uuids. */
export type ChangedPolicy = {
  reach: Reach
  /** Rulesets whose own rules it is about. */
  ownRulesets?: readonly string[]
  /** The one person that the change is about: counted only in sensitive rulesets. */
  personId?: string | undefined
  /** People who get exceptions. */
  excepted?: readonly string[]
  /** Limits that were found to be exceeded while it was written. */
  exceeded?: readonly Exceeded[]
}

/**
 * Counts a change of the policy towards the limits, and recalculates manifests. Stopped, before manifests are written, beyond a
 * limit that the context does not pass, unless it is a dry run. Throws AttributeCycle if attributes would depend on one
 * another.
 */
export async function followPolicyChange(
  context: ChangeContext,
  { now, isShared }: Begun,
  changed: ChangedPolicy,
): Promise<Followed | Stopped> {
  const { reach, excepted, exceeded } = changed
  if (reach === 'nothing') return judgeChange(context, { now, exceeded })
  if (isShared) throw new Error('a draft moved people')
  const judged = await judgeChange(context, { now, named: excepted, exceeded })
  if (judged instanceof Stopped) return judged
  const rulesets = reach === 'all' ? {} : reach
  const counting = countingOf(causeOf(context.actor), changed)
  return followManifests(context, judged, { now, people: 'all', ...rulesets, counting })
}

/** What was changed of people, by uuid. */
export type ChangedPeople = {
  /** Those whose access may move. */
  people: readonly string[]
  /** Others whose access may move, and who count towards the limits. */
  others?: readonly string[]
  entries?: readonly AuditEntry[]
  /** All people below them are affected too. */
  withReports?: boolean
  /** Of these people, those who are suspended, expired, deactivated or deleted. */
  ending?: readonly string[]
  /** People whose held movements this change releases. */
  released?: ReleasedPeople | undefined
}

/** Audits a change of people, counts it towards the limits, and recalculates their manifests. Stopped beyond a limit. */
export async function followPeopleChange(
  context: ChangeContext,
  { now, isShared }: Begun,
  {
    people: named,
    others = [],
    entries = [],
    withReports = false,
    ending,
    released,
  }: ChangedPeople,
): Promise<Followed | Stopped> {
  const { tx, actor } = context
  const judged = await judgeChange(context, { now, named: ending })
  if (judged instanceof Stopped) return judged
  const audited = record(tx, actor, entries)
  const people = [...named, ...others]
  if (people.length === 0) {
    await audited
    return judged
  }
  // Those who are named do not count, with their secondary users; those below them do.
  const counting = { cause: causeOf(actor), except: new Set(named), released }
  const manifests = { now, isShared, people, withReports, counting }
  const [, followed] = await Promise.all([audited, followManifests(context, judged, manifests)])
  return followed
}

/** What a link that a caller makes or ends moves. People by uuid. */
export type ChangedLink = {
  /** What the account gets by its new person, as entered. */
  gains: readonly Movement[]
  /** Its former and its new person, if access moves. */
  named: readonly string[]
}

/** Counts a link towards the limits, once what follows from it is written. Stopped beyond a limit. */
export async function followLinkChange(
  context: ChangeContext,
  { now }: Begun,
  { gains, named }: ChangedLink,
): Promise<Followed | Stopped> {
  const { tx, actor, isDryRun = false } = context
  const counting = { cause: causeOf(actor) }
  const rows = await stageMovements(tx, gains)
  const rulesetIds = [...new Set(gains.map(({ rulesetId }) => rulesetId))].sort()
  if (!isDryRun) await lockTallies(tx, rulesetIds, rows, counting)
  const exceeded = gains.length === 0 ? [] : await judge(tx, rows, counting, now)
  const judged = await judgeChange(context, { now, named, exceeded })
  if (judged instanceof Stopped || isDryRun || isPassing(context)) return judged
  await recordMovements(tx, rows, counting, now)
  return judged
}

type KnownBefore = {
  now: Date
  named?: readonly string[] | undefined
  exceeded?: readonly Exceeded[] | undefined
}

/** Judges what is known before manifests are recalculated: the people (uuids) that a caller names, and what was found. */
async function judgeChange(
  context: ChangeContext,
  { now, named = [], exceeded = [] }: KnownBefore,
): Promise<Followed | Stopped> {
  const { tx, actor, isDryRun = false } = context
  const passes = isPassing(context)
  const counting = { cause: causeOf(actor), people: named, now, isApproved: passes }
  const counted = await countNamedPeople(tx, counting)
  const found = counted === null ? exceeded : [...exceeded, counted]
  if (found.length > 0 && !passes && !isDryRun)
    return new Stopped({ kind: 'limits', exceeded: found })
  return { exceeded: found }
}

async function followManifests(
  context: ChangeContext,
  judged: Followed,
  manifests: Pick<
    RecalculateOptions,
    'now' | 'people' | 'withReports' | 'rulesets' | 'counting' | 'isShared'
  >,
): Promise<Followed | Stopped> {
  const { tx, actor, policies, observe, rowsAtMost, isDryRun = false } = context
  const isApproved = isPassing(context)
  const done = await recalculate(tx, {
    actor,
    policies,
    observe,
    rowsAtMost,
    isDryRun,
    ...manifests,
    among: 'candidates',
    isApproved,
    limits: isApproved || isDryRun ? 'report' : 'stop',
  })
  return done instanceof Stopped ? done : { exceeded: [...judged.exceeded, ...done.exceeded] }
}

function countingOf(cause: Cause, { ownRulesets = [], personId }: ChangedPolicy): Counting {
  if (personId === undefined) return { cause, ownRulesets }
  return { cause, ownRulesets, except: new Set([personId]), countsSensitive: true }
}
