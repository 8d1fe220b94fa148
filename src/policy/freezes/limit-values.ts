import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { Nullable } from '../../http/schema.ts'

/** How much of a manifest may move within 24 hours, as columns, keys of answers and of files call it. */
export const limitNames = [
  'removal_limit_percent',
  'removal_limit_people',
  'addition_limit_percent',
  'addition_limit_people',
] as const
type LimitName = (typeof limitNames)[number]

/** A ruleset's own limits; null where the workspace's holds. */
export type Limits = Readonly<Record<LimitName, number | null>>

export const noLimits: Limits = {
  removal_limit_percent: null,
  removal_limit_people: null,
  addition_limit_percent: null,
  addition_limit_people: null,
}

const most = 1_000_000_000

export const limitSchemas = {
  removal_limit_percent: Type.Integer({
    minimum: 0,
    maximum: 100,
    description: 'Freezes beyond so many percent who leave within 24 hours',
    examples: [25],
  }),
  removal_limit_people: Type.Integer({
    minimum: 0,
    maximum: most,
    description: 'So many may leave within 24 hours whatever share they are',
    examples: [5],
  }),
  addition_limit_percent: Type.Integer({
    minimum: 0,
    maximum: 1_000_000,
    description: 'Freezes beyond so many percent who enter within 24 hours',
    examples: [100],
  }),
  addition_limit_people: Type.Integer({
    minimum: 0,
    maximum: most,
    description: 'So many may enter within 24 hours whatever share they are',
    examples: [50],
  }),
}

/** {@link limitSchemas} of one ruleset; null inherits. */
export const ownLimitSchemas = {
  removal_limit_percent: Nullable(limitSchemas.removal_limit_percent),
  removal_limit_people: Nullable(limitSchemas.removal_limit_people),
  addition_limit_percent: Nullable(limitSchemas.addition_limit_percent),
  addition_limit_people: Nullable(limitSchemas.addition_limit_people),
}

/** Whether more may move in a ruleset than before, under the workspace's limits. */
export function isLooser(
  before: Limits,
  after: Limits,
  workspace: Readonly<Record<LimitName, number>>,
): boolean {
  return limitNames.some(
    (name) => (after[name] ?? workspace[name]) > (before[name] ?? workspace[name]),
  )
}

/** The limits with those that are given in their place. */
export function withLimits(before: Limits, given: { [N in LimitName]?: number | null }): Limits {
  const {
    removal_limit_percent = before.removal_limit_percent,
    removal_limit_people = before.removal_limit_people,
    addition_limit_percent = before.addition_limit_percent,
    addition_limit_people = before.addition_limit_people,
  } = given
  return {
    removal_limit_percent,
    removal_limit_people,
    addition_limit_percent,
    addition_limit_people,
  }
}

export function areSameLimits(a: Limits, b: Limits): boolean {
  return limitNames.every((name) => a[name] === b[name])
}

/** {@link Limits} of a ruleset (an alias of ours), as jsonb. */
export function limitsOf(alias: string): RawBuilder<Limits> {
  const pairs = limitNames.flatMap((name) => [sql.lit(name), sql.ref(`${alias}.${name}`)])
  return sql`jsonb_build_object(${sql.join(pairs)})`
}
