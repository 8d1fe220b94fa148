import type { Body, RowOf } from 'muster-sdk'
import type { Tone } from '../state-looks.ts'

export type PlanRecord = Body<'get', '/policy/plans/{plan}'>
export type Totals = NonNullable<PlanRecord['totals']>
/** `dimension`: the handle of an attribute's dimension, where it is known. */
export type PlannedRuleset = Omit<PlanRecord['rulesets'][number], 'type' | 'added_members'> & {
  type: string
  added_members?: number | null
  dimension?: string
}
/** The person has no id where a run would create them. */
export type EffectRow = RowOf<'/workspace/integrations/{integration}/runs/{run}/effects'>
export type EffectKind = EffectRow['kinds'][number]

/** Where the people of an effect are read: in a plan, in the plan of a run, or in an incident, for some of its people (up to 100) where `users` names them. */
export type EffectSource =
  | { plan: string }
  | { run: string; integration: string }
  | { incident: string; users?: readonly string[] }

/** A group of kinds, as the three numbers have them. */
export type Change = 'added' | 'removed' | 'changed'

export const kindsOf = {
  added: ['added'],
  removed: ['removed'],
  changed: ['role_changed', 'grace_started', 'grace_ended', 'end_changed'],
} as const satisfies Record<Change, readonly EffectKind[]>

export const changes = ['added', 'removed', 'changed'] as const satisfies readonly Change[]

export const toneOf = {
  added: 'green',
  removed: 'red',
  changed: 'amber',
} as const satisfies Record<Change, Tone>

/** How many kinds of a group are counted; the sum where a place is counted once. */
export function countOf(totals: Pick<Totals, EffectKind>, change: Change): number {
  return kindsOf[change].reduce((sum, kind) => sum + totals[kind], 0)
}

export type LabelledRuleset = PlannedRuleset & { label: string }

/** Each with the text that it is known by: its handle or its name, for an attribute after its dimension where that text repeats. */
export function labelRulesets(rulesets: readonly PlannedRuleset[]): LabelledRuleset[] {
  const counts = new Map<string, number>()
  for (const ruleset of rulesets)
    counts.set(nameOf(ruleset), (counts.get(nameOf(ruleset)) ?? 0) + 1)
  return rulesets.map((ruleset) => {
    const { dimension } = ruleset
    const name = nameOf(ruleset)
    const isRepeated = (counts.get(name) ?? 0) > 1
    return {
      ...ruleset,
      label: isRepeated && dimension !== undefined ? `${dimension}/${name}` : name,
    }
  })
}

/** Resources can have the same name, but not the same handle. */
function nameOf({ resource_handle: handle, name }: PlannedRuleset): string {
  return handle ?? name
}
