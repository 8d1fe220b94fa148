import { applyEdit, chosen, compareText, freshNumber, never, withoutCircles } from './edits.ts'
import { heldPeople } from './pending-facts.ts'
import { type Rule, type World } from './world.ts'
import { hour, type Move } from './moves.ts'
import { primary, second } from './product.ts'
import { approveLate, decide, look } from './incident-moves.ts'
import { act, pass, reach, send, type Session, userId } from './session.ts'
import { takeBack } from './take-back.ts'

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
        id: `exception ${freshNumber()}`,
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
        id: `rule ${freshNumber()}`,
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
