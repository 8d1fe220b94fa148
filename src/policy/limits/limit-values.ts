import { sql, type RawBuilder } from 'kysely'
import { Type } from 'typebox'
import { Nullable } from '../../http/shapes/schema.ts'

/** How many people of a ruleset may move within 24 hours, as columns, keys of answers and of files call it. */
export const limitNames = [
  'removal_limit_percent',
  'removal_limit_people',
  'addition_limit_percent',
  'addition_limit_people',
  'role_change_limit_percent',
  'role_change_limit_people',
] as const
type LimitName = (typeof limitNames)[number]

export const limitFlags = ['is_sensitive', 'requires_second_approval'] as const

/** A ruleset's own limits (null where the workspace's holds), whether it is sensitive, and whether two people decide. */
export type Limits = Readonly<Record<LimitName, number | null>> &
  Readonly<Record<(typeof limitFlags)[number], boolean>>

export const noLimits: Limits = {
  removal_limit_percent: null,
  removal_limit_people: null,
  addition_limit_percent: null,
  addition_limit_people: null,
  role_change_limit_percent: null,
  role_change_limit_people: null,
  is_sensitive: false,
  requires_second_approval: false,
}

function percent(who: string, example: number, maximum = 100) {
  return Type.Integer({
    minimum: 0,
    maximum,
    description: `A change exceeds the limit if more than this percentage of the people ${who} within 24 hours, and more than the number beside it`,
    examples: [example],
  })
}

function people(who: string, example: number) {
  return Type.Integer({
    minimum: 0,
    maximum: 1_000_000_000,
    description: `As many people may ${who} within 24 hours, regardless of the share`,
    examples: [example],
  })
}

export const limitSchemas = {
  removal_limit_percent: percent('lose access, or get an end or a sooner one,', 25),
  removal_limit_people: people('lose access, or get an end or a sooner one,', 5),
  addition_limit_percent: percent('gain access', 50, 1_000_000),
  addition_limit_people: people('gain access', 10),
  role_change_limit_percent: percent('change role', 25),
  role_change_limit_people: people('change role', 5),
}

/** Limits that only the workspace and integrations have. */
export const sourceLimitSchemas = {
  account_limit_percent: Type.Integer({
    minimum: 0,
    maximum: 100,
    description:
      'A source exceeds the limit if more than this percentage of its active accounts stop being active within 24 hours, and more than `account_limit_people`',
    examples: [25],
  }),
  account_limit_people: people('lose an active account of one source', 5),
  overall_limit_percent: Type.Integer({
    minimum: 0,
    maximum: 100,
    description:
      'One source or one caller exceeds the limit if more than this percentage of the eligible people lose, gain or change access anywhere within 24 hours, and more than `overall_limit_people`',
    examples: [10],
  }),
  overall_limit_people: people('lose, gain or change access by one source or caller', 25),
}

export const sourceLimitNames = [
  'account_limit_percent',
  'account_limit_people',
  'overall_limit_percent',
  'overall_limit_people',
] as const

/** An integration's own limits; null where the workspace's holds. */
export type SourceLimits = Readonly<Record<(typeof sourceLimitNames)[number], number | null>>

export const noSourceLimits: SourceLimits = {
  account_limit_percent: null,
  account_limit_people: null,
  overall_limit_percent: null,
  overall_limit_people: null,
}

/** {@link sourceLimitSchemas} of one integration; null inherits. */
export const ownSourceLimitSchemas = {
  account_limit_percent: Nullable(sourceLimitSchemas.account_limit_percent),
  account_limit_people: Nullable(sourceLimitSchemas.account_limit_people),
  overall_limit_percent: Nullable(sourceLimitSchemas.overall_limit_percent),
  overall_limit_people: Nullable(sourceLimitSchemas.overall_limit_people),
}

const IsSensitive = Type.Boolean({
  description:
    'More than two people who lose access, gain it or change role within 24 hours exceed the limit, regardless of the share',
})

export const RequiresSecondApproval = Type.Boolean({
  description:
    'What exceeds a limit is applied or approved only after another person with `policy.change.approve` has approved its plan: someone who was not created or restored, and not given the right, by the first one or by the plan’s author within 30 days. Can be set only while there are two such people; clearing it, like loosening a limit while it is set, takes a plan that another person approves',
})

/** {@link limitSchemas} of one ruleset; null inherits. */
export const ownLimitSchemas = {
  removal_limit_percent: Nullable(limitSchemas.removal_limit_percent),
  removal_limit_people: Nullable(limitSchemas.removal_limit_people),
  addition_limit_percent: Nullable(limitSchemas.addition_limit_percent),
  addition_limit_people: Nullable(limitSchemas.addition_limit_people),
  role_change_limit_percent: Nullable(limitSchemas.role_change_limit_percent),
  role_change_limit_people: Nullable(limitSchemas.role_change_limit_people),
  is_sensitive: IsSensitive,
  requires_second_approval: RequiresSecondApproval,
}

/** What a ruleset's file may say of its limits. */
export const limitFileSchemas = {
  ...limitSchemas,
  is_sensitive: IsSensitive,
  requires_second_approval: RequiresSecondApproval,
}

/** The named values with those that are given in their place. */
export function withGiven<N extends string, V>(
  names: readonly N[],
  before: Readonly<Record<N, V>>,
  given: { readonly [K in N]?: V },
): Record<N, V> {
  const after: Record<N, V> = { ...before }
  for (const name of names) {
    const value: V | undefined = given[name]
    if (value !== undefined) after[name] = value
  }
  return after
}

/** Whether one of the named limits is higher than before; null is the limit of the workspace. */
export function isHigher<N extends string>(
  names: readonly N[],
  [before, after]: readonly [OwnLimits<N>, OwnLimits<N>],
  workspace: Readonly<Record<N, number>>,
): boolean {
  return names.some((name) => (after[name] ?? workspace[name]) > (before[name] ?? workspace[name]))
}
type OwnLimits<N extends string> = Readonly<Record<N, number | null>>

/** Whether more may move in a ruleset than before, under the workspace's limits. */
export function isLooser(
  before: Limits,
  after: Limits,
  workspace: Readonly<Record<LimitName, number>>,
): boolean {
  return (
    isHigher(limitNames, [before, after], workspace) ||
    limitFlags.some((flag) => before[flag] && !after[flag])
  )
}

/** The limits with those that are given in their place. */
export function withLimits(
  before: Limits,
  given: { [N in LimitName]?: number | null } & { [F in (typeof limitFlags)[number]]?: boolean },
): Limits {
  const { is_sensitive = before.is_sensitive } = given
  const { requires_second_approval = before.requires_second_approval } = given
  const limits = withGiven<LimitName, number | null>(limitNames, before, given)
  return { ...limits, is_sensitive, requires_second_approval }
}

export function areSameLimits(a: Limits, b: Limits): boolean {
  return [...limitNames, ...limitFlags].every((name) => a[name] === b[name])
}

/** {@link Limits} of a ruleset (an alias of ours), as jsonb. */
export function limitsOf(alias: string): RawBuilder<Limits> {
  const pairs = [...limitNames, ...limitFlags].flatMap((name) => [
    sql.lit(name),
    sql.ref(`${alias}.${name}`),
  ])
  return sql`jsonb_build_object(${sql.join(pairs)})`
}
