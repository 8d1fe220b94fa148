import type { EffectKind } from '../../contract/states.ts'
import type { Instant } from '../../engine/model.ts'
import type { StayValues } from '../manifests/manifest-changes.ts'
import type { Move } from '../manifests/moves.ts'
import type { MovingRule } from './rules-of-moves.ts'

/** What a person has by a stay. */
export type StayAccess = { role: string; state: 'active' | 'expiring'; expiresAt: Instant | null }

/** What a plan does to one person's place in one ruleset. Ids are uuids. */
export type EffectRow = {
  rulesetId: string
  personId: string
  kinds: EffectKind[]
  before: StayAccess | null
  after: StayAccess | null
  /** The end, where it merely follows from when the plan is applied: milliseconds after that. */
  endsAfter: number | null
}

/** How many places of each kind change. */
export type Totals = Record<EffectKind, number>

/** A ruleset that a plan names or moves. `id` is a uuid that is gone again where the plan only makes it. */
export type PlannedRuleset = {
  id: string
  name: string
  type: string
  isNew: boolean
  totals: Totals
}

/** All changes of manifests by operations. */
export type Effect = {
  rows: Iterable<EffectRow>
  rulesets: PlannedRuleset[]
  totals: Totals & { people: number }
  digest: Buffer
  /** How many places move, including those without a visible change. */
  rowsTotal: number
}

export type EffectSetting = {
  now: Instant
  rules: ReadonlyMap<string, MovingRule>
  /** Rules whose end the operations have set as from now. */
  endingFromNow: ReadonlySet<string>
}

/**
 * The rows of an effect, created on iteration. A change of only the rule that holds a stay gives none: its person
 * sees no difference.
 */
export function effectRows(moves: Iterable<Move>, setting: EffectSetting): Iterable<EffectRow> {
  return {
    *[Symbol.iterator]() {
      for (const move of moves) {
        const row = effectRow(move, setting)
        if (row.kinds.length > 0) yield row
      }
    },
  }
}

function effectRow(move: Move, setting: EffectSetting): EffectRow {
  const { rulesetId, personId } = move
  const before = accessBy(move.before, setting)
  const after = accessBy(move.after, setting)
  const kinds = kindsOf(move, before, after)
  return { rulesetId, personId, kinds, before, after, endsAfter: endAfter(move, setting) }
}

export function noTotals(): Totals {
  return {
    added: 0,
    removed: 0,
    role_changed: 0,
    grace_started: 0,
    grace_ended: 0,
    end_changed: 0,
  }
}

export function addUp(totals: Totals, { kinds }: EffectRow): void {
  for (const kind of kinds) totals[kind] += 1
}

function accessBy(stay: StayValues | null, { rules }: EffectSetting): StayAccess | null {
  if (stay === null) return null
  const { ruleId, state, expiresAt } = stay
  return { role: rules.get(ruleId)?.role ?? '', state, expiresAt }
}

function kindsOf(
  { before, after }: Move,
  was: StayAccess | null,
  is: StayAccess | null,
): EffectKind[] {
  if (before === null || after === null || was === null || is === null) {
    return [before === null ? 'added' : 'removed']
  }
  const grace = [before.expiresBy === 'grace', after.expiresBy === 'grace'] as const
  const happens: [EffectKind, boolean][] = [
    ['role_changed', was.role !== is.role],
    ['grace_started', !grace[0] && grace[1]],
    ['grace_ended', grace[0] && !grace[1]],
    ['end_changed', grace[0] === grace[1] && was.expiresAt !== is.expiresAt],
  ]
  return happens.flatMap(([kind, does]) => (does ? [kind] : []))
}

function endAfter(
  { before, after }: Move,
  { now, rules, endingFromNow }: EffectSetting,
): number | null {
  if (after === null || after.expiresAt === null) return null
  // Grace lasts until the end of its rule at most, which is a fixed instant.
  const isOfRule = after.expiresAt === rules.get(after.ruleId)?.endsAt
  const isFromNow = isOfRule
    ? endingFromNow.has(after.ruleId)
    : after.expiresBy === 'grace' && before?.expiresBy !== 'grace'
  return isFromNow ? after.expiresAt - now : null
}
