import assert from 'node:assert/strict'
import * as fc from 'fast-check'
import { heldPeople, type Rule, type World } from './model.ts'
import { primary, second, type Feed, type ShownStay } from './product.ts'
import {
  act,
  approveLate,
  compare,
  look,
  personOf,
  cloneFeed,
  decide,
  groups,
  pass,
  reach,
  send,
  userId,
  type Group,
  type Session,
} from './session.ts'

const minute = 60_000
const hour = 60 * minute

export type Some = { from: number; count: number }
export type Edit =
  | { edit: 'lose column'; column: 'department' | 'title' | 'manager' }
  | { edit: 'suspend' | 'remove' | 'new ids' | 'restore' | 'keep'; some: Some }
  | { edit: 'set'; some: Some; key: 'department' | 'title' | 'manager'; to: string }
  | { edit: 'swap columns' | 'suspend all' | 'normal' | 'swap managers' }
  | { edit: 'rename'; from: string; to: string }
  | { edit: 'new'; count: number; department: string; title: string }
  | { edit: 'level'; some: Some; to: string }

export type Move = { server: number } & (
  | { move: 'feed'; edits: Edit[]; part: Some | 'all' }
  | { move: 'second'; edits: Edit[]; part: Some | 'all' }
  | { move: 'wait'; milliseconds: number }
  | { move: 'mistake'; edits: Edit[]; milliseconds: number }
  | { move: 'one by one'; edits: Edit[]; some: Some }
  | { move: 'limit'; people: number }
  | { move: 'look' | 'late' }
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
      column: fc.constantFrom('department', 'title', 'manager'),
    }),
  },
  {
    weight: 3,
    arbitrary: fc.record({
      edit: fc.constantFrom('suspend', 'remove', 'restore', 'keep'),
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
    column: fc.constantFrom('department', 'title', 'manager'),
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
      people: fc.integer({ min: 1, max: 6 }),
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
      move: fc.constant('new rule' as const),
      group: fc.constantFrom('sellers', 'legal', 'vault', 'levels'),
      key: fc.constantFrom('department', 'title'),
      value: fc.constantFrom('Sales', 'Ops', 'lead', 'staff'),
      role: fc.constantFrom('guest', 'developer'),
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

/** These of a list, which is taken as a ring. */
function chosen<Item>(items: readonly Item[], { from, count }: Some): Item[] {
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, at) => items[(from + at) % items.length],
  ).flatMap((item) => (item === undefined ? [] : [item]))
}

let fresh = 0

/** A source that names managers in a circle is another matter. */
function withoutCircles(feed: Feed): void {
  for (const [id, { values }] of feed) {
    const seen = new Set([id])
    for (
      let next = values['manager'];
      next !== undefined;
      next = feed.get(next)?.values['manager']
    ) {
      if (seen.has(next)) delete values['manager']
      if (seen.has(next)) break
      seen.add(next)
    }
  }
}

function applyEdit(session: Session, source: string, each: Edit): void {
  const feed = session.feeds[source] ?? new Map()
  const normal = session.normal[source] ?? new Map()
  const ids = [...feed.keys()].filter((id) => !['boss', 'deputy'].includes(id))
  switch (each.edit) {
    case 'lose column':
      for (const account of feed.values()) delete account.values[each.column]
      return
    case 'suspend all':
      for (const account of feed.values()) account.status = 'SUSPENDED'
      return
    case 'suspend':
      for (const id of chosen(ids, each.some))
        feed.set(id, { ...(feed.get(id) ?? never()), status: 'SUSPENDED' })
      return
    case 'remove':
      for (const id of chosen(ids, each.some)) feed.delete(id)
      return
    case 'restore':
      for (const id of chosen([...normal.keys()], each.some))
        feed.set(id, structuredClone(normal.get(id) ?? never()))
      return
    case 'keep':
      for (const id of chosen(ids, each.some))
        normal.set(id, structuredClone(feed.get(id) ?? never()))
      return
    case 'new ids':
      for (const id of chosen(ids, each.some)) {
        const account = feed.get(id) ?? never()
        feed.delete(id)
        feed.set(`${account.employeeId}-${++fresh}`, account)
      }
      return
    case 'set':
      for (const id of chosen(ids, each.some))
        if (id !== each.to) (feed.get(id) ?? never()).values[each.key] = each.to
      return
    case 'level':
      for (const id of chosen(ids, each.some)) (feed.get(id) ?? never()).values['level'] = each.to
      return
    case 'swap columns':
      for (const { values } of feed.values()) {
        const { department, title, ...others } = values
        const swapped = {
          ...others,
          ...(title === undefined ? {} : { department: title }),
          ...(department === undefined ? {} : { title: department }),
        }
        for (const key of Object.keys(values)) delete values[key]
        Object.assign(values, swapped)
      }
      return
    case 'swap managers': {
      const [boss, m1] = [feed.get('boss'), feed.get('m1')]
      if (boss === undefined || m1 === undefined) return
      boss.values['manager'] = 'm1'
      delete m1.values['manager']
      return
    }
    case 'rename':
      for (const { values } of feed.values())
        if (values['department'] === each.from) values['department'] = each.to
      return
    case 'new':
      for (let at = 0; at < each.count; at++) {
        const id = `n${++fresh}`
        feed.set(id, {
          employeeId: id,
          status: 'ACTIVE',
          values: { department: each.department, title: each.title, manager: 'm1' },
        })
      }
      return
    case 'normal':
      session.feeds[source] = cloneFeed(normal)
  }
}

function never(): never {
  throw new Error('there is no such thing')
}

function personAt(world: World, at: number): string {
  return (
    chosen(
      [...world.people.keys()].filter((id) => !['boss', 'deputy'].includes(id)),
      { from: at, count: 1 },
    )[0] ?? never()
  )
}

export async function perform(session: Session, each: Move): Promise<void> {
  const { world, product } = session
  product.use(each.server)
  const named = (person: string): string[] => [
    person,
    ...[...world.people].filter(([, { parent }]) => parent === person).map(([id]) => id),
  ]
  switch (each.move) {
    case 'feed':
    case 'second': {
      const source = each.move === 'feed' ? primary : second
      for (const one of each.edits) applyEdit(session, source, one)
      const feed = session.feeds[source] ?? never()
      withoutCircles(feed)
      for (const [id, account] of feed)
        if (!world.accounts.has(`${source}:${id}`)) account.status = 'ACTIVE'
      await send(
        session,
        source,
        each.part === 'all' ? 'all' : chosen([...feed.keys()], each.part),
        each.server,
      )
      return
    }
    case 'one by one': {
      for (const one of each.edits) applyEdit(session, primary, one)
      const feed = session.feeds[primary] ?? never()
      withoutCircles(feed)
      for (const [id, account] of feed)
        if (!world.accounts.has(`${primary}:${id}`)) account.status = 'ACTIVE'
      for (const id of chosen([...feed.keys()], each.some)) {
        // oxlint-disable-next-line no-await-in-loop -- One run follows another.
        await send(session, primary, [id], each.server)
      }
      return
    }
    case 'mistake':
      await takeBack(session, each)
      return
    case 'limit':
      await act(session, {
        label: 'limit',
        step: { by: 'caller' },
        mutate: (after) => void (after.limits.lose.people = each.people),
        send: () =>
          product.call('PATCH', '/policy/settings', { removal_limit_people: each.people }),
        applies: false,
      })
      return
    case 'look':
      await look(session, primary, null)
      return
    case 'late':
      await approveLate(session, primary)
      return
    case 'wait':
      pass(session, each.milliseconds)
      return
    case 'approve':
    case 'reject':
      await decide(
        session,
        each.source,
        each.move,
        each.some === null
          ? null
          : new Set(chosen([...heldPeople(world, each.source)].sort(compareText), each.some)),
        each.server,
      )
      return
    case 'deactivate': {
      const person = personAt(world, each.person)
      if (world.people.get(person)?.base === 'deactivated') return
      if (isHeld(world, person)) reach(session, 'act on a held person')
      await act(session, {
        label: 'deactivation',
        step: { by: 'caller', named: named(person) },
        mutate: (after) => {
          const own = after.people.get(person) ?? never()
          own.base = 'deactivated'
          own.byAdmin = true
        },
        send: () => product.call('POST', `/directory/users/${userId(session, person)}/deactivate`),
        applies: false,
      })
      return
    }
    case 'activate': {
      const candidates = [...world.people].filter(
        ([id, { byAdmin, account }]) =>
          byAdmin &&
          account !== null &&
          world.accounts.get(account)?.accepted?.state === 'active' &&
          id !== '',
      )
      const [person] = chosen(candidates, { from: each.person, count: 1 })[0] ?? []
      if (person === undefined) return
      await act(session, {
        label: 'activation',
        step: { by: 'caller', named: named(person) },
        mutate: (after) => {
          const own = after.people.get(person) ?? never()
          own.base = 'active'
          own.byAdmin = false
        },
        send: () =>
          product.call('POST', `/directory/users/${userId(session, person)}/activate`, {}),
        applies: false,
      })
      return
    }
    case 'exception': {
      const person = personAt(world, each.person)
      if (isHeld(world, person)) reach(session, 'act on a held person')
      const ruleset = rulesetId(session, each.group)
      const endsAt = product.now() + 30 * hour
      const rule: Rule = {
        id: `exception ${++fresh}`,
        role: 'guest',
        priority: 100,
        graceDays: 0,
        conditions: [{ type: 'user', person }],
        endsAt,
      }
      await act(session, {
        label: 'exception',
        step: { by: 'caller', named: named(person), exceptionInto: each.group },
        mutate: (after) => void after.rulesets.get(each.group)?.rules.push(rule),
        send: async () => {
          const body = {
            user_id: userId(session, person),
            role: 'guest',
            expires_at: new Date(endsAt).toISOString(),
            reason: 'Needs it',
          }
          return product.call('POST', `/policy/rulesets/${await ruleset}/exceptions`, body)
        },
        applies: each.applies,
      })
      return
    }
    case 'end rule': {
      const index = (world.rulesets.get(each.group)?.rules ?? []).findIndex(
        (rule) => rule.priority === 10,
      )
      if (index === -1) return
      const ruleset = await rulesetId(session, each.group)
      const { body } = await product.call('GET', `/policy/rulesets/${ruleset}/rules?page[size]=500`)
      const rule = body.data.find(
        ({ priority, state }: { priority: number; state: string }) =>
          priority === 10 && state === 'active',
      )
      await act(session, {
        label: 'end of a rule',
        step: { by: 'caller', rulesOf: each.group },
        mutate: (after) => void after.rulesets.get(each.group)?.rules.splice(index, 1),
        send: () => product.call('POST', `/policy/rules/${rule.id}/deactivate`),
        applies: each.applies,
      })
      return
    }
    case 'new rule': {
      const rules = world.rulesets.get(each.group)?.rules ?? never()
      if (rules.length > 5) return
      const ruleset = await rulesetId(session, each.group)
      const priority = 20 + rules.length
      const made = await product.call('POST', `/policy/rulesets/${ruleset}/rules`, {
        role: each.role,
        priority,
        expires_after_days: 0,
        conditions: [
          {
            type: 'identity',
            profile_key: each.key,
            profile_operator: 'equals',
            profile_value: each.value,
          },
        ],
      })
      if (made.status !== 201) throw new Error(made.text)
      const rule: Rule = {
        id: `rule ${++fresh}`,
        role: each.role,
        priority,
        graceDays: 0,
        conditions: [{ type: 'value', source: primary, key: each.key, values: [each.value] }],
        endsAt: null,
      }
      await act(session, {
        label: 'new rule',
        step: { by: 'caller', rulesOf: each.group },
        mutate: (after) => {
          const own = after.rulesets.get(each.group)?.rules ?? never()
          own.push(rule)
          own.sort((a, b) => a.priority - b.priority)
        },
        send: () => product.call('POST', `/policy/rules/${made.body.id}/activate`, {}),
        applies: each.applies,
      })
    }
  }
}

/** A mistake at the source and its correction: the held people keep what they had, stays and grace included. */
async function takeBack(
  session: Session,
  { edits, milliseconds, server }: { edits: Edit[]; milliseconds: number; server: number },
): Promise<void> {
  const { world } = session
  await send(session, primary, 'all', server)
  await compare(session, 'the feed before a mistake')
  const heldBefore = heldPeople(world, primary)
  const before = session.state.stays
  const good = cloneFeed(session.feeds[primary] ?? never())
  for (const one of edits) applyEdit(session, primary, one)
  await send(session, primary, 'all', server)
  await compare(session, 'a mistake')
  const active = (person: string): boolean => world.people.get(person)?.base === 'active'
  const held = [...heldPeople(world, primary)].filter(
    (person) => !heldBefore.has(person) && active(person),
  )
  pass(session, milliseconds)
  session.feeds[primary] = good
  await send(session, primary, 'all', server + 1)
  await compare(session, 'the end of a mistake')
  const until = session.product.now()
  const stillThere = (stay: ShownStay): boolean =>
    stay.expires_at === null || stay.expires_at > until
  const staysOf = (stays: readonly ShownStay[], person: string): string[] =>
    stays
      .filter((stay) => personOf(session, stay.person) === person && stillThere(stay))
      .map(({ id, ruleset, role, expires_at }) => `${ruleset} ${id} ${role} ${expires_at}`)
      .sort(compareText)
  for (const person of held) {
    assert.deepEqual(
      staysOf(session.state.stays, person),
      staysOf(before, person),
      `what ${person} had before the mistake`,
    )
    reach(session, 'taken back')
  }
}

const isHeld = (world: World, person: string): boolean =>
  [...world.accounts.values()].some(
    (account) => account.person === person && account.pending !== null,
  )

async function rulesetId({ product }: Session, name: string): Promise<string> {
  const { data } = (await product.call('GET', '/policy/rulesets?page[size]=500')).body
  return data.find(
    (each: { policy_resource: { name: string } }) => each.policy_resource.name === name,
  ).id
}

const compareText = (a: string, b: string): number => (a < b ? -1 : 1)
