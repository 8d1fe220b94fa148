import type { AuditActor } from '../../audit/record.ts'
import type { Instant } from '../../engine/model.ts'

/** A source or a caller, whose movements over all rulesets together have a limit. `id` is a uuid. */
export type Cause = { kind: 'integration' | 'user' | 'service' | 'system'; id: string }

/** Movements count under a cause. Ids are uuids. */
export type CountedBy = {
  cause: Cause
  /** People that an action names: they and their secondary users do not count. */
  except?: ReadonlySet<string>
  /** In a ruleset that is sensitive those people count all the same. */
  countsSensitive?: boolean
  /** Rulesets whose own rules the change is about: not counted while they are young. */
  ownRulesets?: readonly string[]
  /** People whose held movements the change releases. */
  released?: ReleasedPeople | undefined
}

/** An incident, and people whose movements it holds until a change is made. Ids are uuids. */
export type ReleasedPeople = { incidentId: string; people: readonly string[] }

/** How movements count: not at all (the clock, approved changes), or under a cause. */
export type Counting = 'uncounted' | CountedBy

/** What a person has in a ruleset: by which rule (a uuid), and until when. */
export type Access = { ruleId: string; expiresAt: Instant | null }

/** A person's access to one ruleset, before and after a change. Ids are uuids. */
export type Movement = {
  rulesetId: string
  personId: string
  before: Access | null
  after: Access | null
}

export type Direction = 'lose' | 'gain' | 'change_role'

/**
 * A limit that a change exceeds: `people` distinct people in 24 hours, more than `least` and more than `percent` of
 * `size`. `ruleset`: of one ruleset (`rulesetId`, a uuid). `source`: accounts of a source. `overall`: of one source
 * or caller in all rulesets. `caller`: named people that one caller ends, or gives exceptions to. `settings`: limits
 * that are loosened where two people decide, without numbers.
 */
export type Exceeded = {
  scope: (typeof limitScopes)[number]
  rulesetId: string | null
  direction: (typeof limitDirections)[number]
  people: number
  size: number
  percent: number
  least: number
}

/** A limit that movements, or ends of accounts, exceed. */
export type MovedBeyond = Exceeded & {
  scope: Exclude<Exceeded['scope'], 'caller' | 'settings'>
  direction: Exclude<Exceeded['direction'], 'named' | 'loosen'>
  /** Only the limit of a sensitive ruleset is exceeded, and not the ordinary one. */
  isSensitive: boolean
}

export const limitScopes = ['ruleset', 'source', 'overall', 'caller', 'settings'] as const
export const limitDirections = [
  'lose',
  'gain',
  'change_role',
  'accounts',
  'named',
  'loosen',
] as const

const windowMs = 86_400_000
const nobody = '00000000-0000-0000-0000-000000000000'

/** Movements up to this instant count no more. */
export function windowStart(now: Date): Date {
  return new Date(now.getTime() - windowMs)
}

/** The cause of an actor's changes. */
export function causeOf({ type, id }: Pick<AuditActor, 'type' | 'id'>): Cause {
  return { kind: type, id: id ?? nobody }
}
