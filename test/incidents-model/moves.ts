import * as fc from 'fast-check'
import { primary, second } from './product.ts'
import { contractors, type Group, groups } from './first-world.ts'

const minute = 60_000

export const hour = 60 * minute

export type Some = { from: number; count: number }

export type Edit =
  | { edit: 'lose column'; column: 'department' | 'title' | 'manager' | 'desk' }
  | { edit: 'suspend' | 'remove' | 'new ids' | 'restore' | 'keep'; some: Some }
  | { edit: 'set'; some: Some; key: 'department' | 'title' | 'manager'; to: string }
  | { edit: 'swap columns' | 'suspend all' | 'swap managers' }
  | { edit: 'normal' }
  | { edit: 'rename'; from: string; to: string }
  | { edit: 'new'; count: number; department: string; title: string }
  | { edit: 'level'; some: Some; to: string }

export type LimitName = 'lose' | 'gain' | 'role' | 'account' | 'overall'

export type Move = { server: number } & (
  | { move: 'feed'; edits: Edit[]; part: Some | 'all' }
  | { move: 'second'; edits: Edit[]; part: Some | 'all' }
  | { move: 'wait'; milliseconds: number }
  | { move: 'mistake'; edits: Edit[]; milliseconds: number }
  | { move: 'one by one'; edits: Edit[]; some: Some }
  | { move: 'limit'; limit: LimitName; people: number }
  | { move: 'script'; some: Some }
  | { move: 'manager'; person: number; to: string; applies: boolean }
  | { move: 'deprecate rule'; group: Group; milliseconds: number; applies: boolean }
  | { move: 'look' | 'late' | 'recreate' | 'mapping' }
  | { move: 'approve' | 'reject'; source: string; some: Some | null }
  | { move: 'deactivate' | 'activate'; person: number }
  | { move: 'exception'; person: number; group: Group; applies: boolean }
  | { move: 'end rule'; group: Group; applies: boolean }
  | {
      move: 'new rule'
      group: Group
      key: 'department' | 'title'
      value: string
      role: string
      /** Until it begins; null for at once. */
      milliseconds: number | null
      applies: boolean
    }
)

const some = fc.record({ from: fc.nat(40), count: fc.integer({ min: 1, max: 9 }) })

const few = fc.record({ from: fc.nat(40), count: fc.integer({ min: 1, max: 3 }) })

const departments = ['Sales', 'Legal', 'Ops', 'Vertrieb']

const managers = ['boss', 'deputy', 'm1', 'm2', 's01', 'l01']

const edit: fc.Arbitrary<Edit> = fc.oneof(
  {
    weight: 2,
    arbitrary: fc.record({
      edit: fc.constant('lose column' as const),
      column: fc.constantFrom('department', 'title', 'manager', 'desk'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      edit: fc.constantFrom('suspend', 'remove', 'restore', 'keep', 'new ids'),
      some: fc.oneof(some, few),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      edit: fc.constant('set' as const),
      some: fc.oneof(some, few),
      key: fc.constant('department' as const),
      to: fc.constantFrom(...departments),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      edit: fc.constant('set' as const),
      some: fc.oneof(some, few),
      key: fc.constant('title' as const),
      to: fc.constantFrom('lead', 'staff'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      edit: fc.constant('set' as const),
      some: fc.oneof(some, few),
      key: fc.constant('manager' as const),
      to: fc.constantFrom(...managers),
    }),
  },
  { weight: 5, arbitrary: fc.record({ edit: fc.constant('normal' as const) }) },
  {
    weight: 2,
    arbitrary: fc.record({ edit: fc.constantFrom('swap columns', 'suspend all', 'swap managers') }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      edit: fc.constant('rename' as const),
      from: fc.constantFrom('Sales', 'Legal'),
      to: fc.constantFrom('Vertrieb', 'Ops'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      edit: fc.constant('new' as const),
      count: fc.integer({ min: 1, max: 8 }),
      department: fc.constantFrom(...departments),
      title: fc.constantFrom('lead', 'staff'),
    }),
  },
)

const levelEdit: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({ edit: fc.constant('level' as const), some, to: fc.constantFrom('high', 'low') }),
  fc.record({ edit: fc.constantFrom('suspend', 'remove', 'restore'), some }),
  fc.record({ edit: fc.constant('normal' as const) }),
)

const mistake: fc.Arbitrary<Edit> = fc.oneof(
  fc.record({
    edit: fc.constant('lose column' as const),
    column: fc.constantFrom('department', 'title', 'manager', 'desk'),
  }),
  fc.record({ edit: fc.constantFrom('swap columns', 'suspend all') }),
  fc.record({ edit: fc.constant('remove' as const), some }),
)

const server = fc.nat(1)

const part = fc.oneof(
  { weight: 3, arbitrary: fc.constant('all' as const) },
  { weight: 1, arbitrary: some },
)

const applies = fc.boolean()

const group = fc.constantFrom(...groups)

const move: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 9,
    arbitrary: fc.record({
      move: fc.constant('feed' as const),
      edits: fc.array(edit, { minLength: 1, maxLength: 3 }),
      part,
      server,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      move: fc.constant('second' as const),
      edits: fc.array(levelEdit, { minLength: 1, maxLength: 2 }),
      part,
      server,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      move: fc.constant('wait' as const),
      milliseconds: fc.constantFrom(10 * minute, 13 * hour, 25 * hour, 50 * hour, 8 * 24 * hour),
      server,
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      move: fc.constant('mistake' as const),
      edits: fc.array(mistake, { minLength: 1, maxLength: 2 }),
      milliseconds: fc.constantFrom(10 * minute, 13 * hour),
      server,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      move: fc.constant('one by one' as const),
      edits: fc.array(edit, { minLength: 1, maxLength: 2 }),
      some: few,
      server,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      move: fc.constant('limit' as const),
      limit: fc.constantFrom('lose', 'lose', 'gain', 'role', 'account', 'overall'),
      people: fc.integer({ min: 1, max: 8 }),
      server,
    }),
  },
  { weight: 5, arbitrary: fc.record({ move: fc.constantFrom('look', 'late'), server }) },
  {
    weight: 6,
    arbitrary: fc.record({
      move: fc.constantFrom('approve', 'reject'),
      source: fc.constantFrom(primary, primary, second),
      some: fc.option(some),
      server,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      move: fc.constantFrom('deactivate', 'activate'),
      person: fc.nat(40),
      server,
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      move: fc.constant('exception' as const),
      person: fc.nat(40),
      group,
      applies,
      server,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({ move: fc.constant('end rule' as const), group, applies, server }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      move: fc.constant('deprecate rule' as const),
      group,
      milliseconds: fc.constantFrom(2 * hour, 40 * hour),
      applies,
      server,
    }),
  },
  { weight: 1, arbitrary: fc.record({ move: fc.constant('script' as const), some, server }) },
  {
    weight: 1,
    arbitrary: fc.record({ move: fc.constantFrom('recreate', 'mapping'), server }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      move: fc.constant('manager' as const),
      person: fc.nat(5),
      to: fc.constantFrom('boss', 'deputy', 'm1', 'm2', contractors[0]),
      applies,
      server,
    }),
  },
  {
    weight: 1,
    arbitrary: fc.record({
      move: fc.constant('new rule' as const),
      group: fc.constantFrom('sellers', 'legal', 'vault', 'levels'),
      key: fc.constantFrom('department', 'title'),
      value: fc.constantFrom('Sales', 'Ops', 'lead', 'staff'),
      role: fc.constantFrom('guest', 'developer'),
      milliseconds: fc.constantFrom(null, 7_230_000, 144_030_000),
      applies,
      server,
    }),
  },
)

/** An incident that is viewed, and decided about when it may have changed. */
const decided: fc.Arbitrary<Move[]> = fc
  .tuple(
    fc.record({
      move: fc.constant('feed' as const),
      edits: fc.array(mistake, { minLength: 1, maxLength: 1 }),
      part: fc.constant('all' as const),
      server,
    }),
    fc.option(
      fc.record({
        move: fc.constant('feed' as const),
        edits: fc.array(edit, { minLength: 1, maxLength: 1 }),
        part,
        server,
      }),
    ),
    fc.oneof(
      fc.record({ move: fc.constant('late' as const), server }),
      fc.record({
        move: fc.constantFrom('approve', 'reject'),
        source: fc.constant(primary),
        some: fc.option(some),
        server,
      }),
    ),
  )
  .map(([first, then, decision]) => {
    const looked: Move[] = [first, { move: 'look', server: 0 }]
    return looked.concat(then ?? [], decision)
  })

export const moves: fc.Arbitrary<Move[]> = fc
  .array(
    fc.oneof(
      { weight: 4, arbitrary: move.map((each) => [each]) },
      { weight: 1, arbitrary: decided },
    ),
    {
      minLength: 1,
      maxLength: 9,
    },
  )
  .map((parts) => parts.flat())
