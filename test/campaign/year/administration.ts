import { dateOf, day } from './organisation.ts'
import { personOf, type Year } from './year.ts'

const hour = 3_600_000

/** An instant so many days ahead, at any time of the day. */
export function later({ workspace, dice }: Year, days: number): string {
  return new Date(workspace.now() + (1 + dice.nat(days * 24)) * hour).toISOString()
}

async function somebody(year: Year): Promise<string | undefined> {
  return personOf(year, year.dice.pick(year.organisation.everybody).id)
}

async function someRuleset({ workspace, dice }: Year): Promise<string | undefined> {
  const list = '/policy/rulesets?filter[type]=codehost_group&filter[state]=managed&sort=name'
  const { data } = (await workspace.must('GET', list)).body
  return data.length === 0 ? undefined : dice.pick<{ id: string }>(data).id
}

const acts = {
  async exception(year: Year) {
    const [user, ruleset] = [await somebody(year), await someRuleset(year)]
    if (user === undefined || ruleset === undefined) return false
    const body = { user_id: user, expires_at: later(year, 40), reason: 'covers for a colleague' }
    const { dice, workspace } = year
    const by = dice.chance(50) ? workspace.token : dice.pick(workspace.groupOwners).token
    return workspace.isDone('POST', `/policy/rulesets/${ruleset}/exceptions`, body, by)
  },
  async rulesetAdmin(year: Year) {
    const { dice, workspace } = year
    const ruleset = await someRuleset(year)
    const { id } = dice.pick(workspace.groupOwners)
    const path = `/policy/rulesets/${ruleset}/admins`
    if (dice.chance(30)) return workspace.isDone('DELETE', `${path}/${id}`)
    return workspace.isDone('POST', path, { user_id: id, role: dice.pick(['activate', 'admin']) })
  },
  /** Someone leaves at once, and may be let in again. */
  async endNow(year: Year) {
    const user = await somebody(year)
    if (user === undefined) return false
    return year.workspace.isDone('POST', `/directory/users/${user}/deactivate`)
  },
  async letIn(year: Year) {
    const list = '/directory/users?filter[state]=deactivated,expired,staged&sort=username'
    const { data } = (await year.workspace.must('GET', list)).body
    if (data.length === 0) return false
    const at = year.dice.chance(50) ? { at: later(year, 10) } : {}
    return year.workspace.isDone(
      'POST',
      `/directory/users/${year.dice.pick<{ id: string }>(data).id}/activate`,
      at,
    )
  },
  async expire(year: Year) {
    const user = await somebody(year)
    return year.workspace.isDone('POST', `/directory/users/${user}/expire`, { at: later(year, 20) })
  },
  async describe(year: Year) {
    const body = { metadata: { desk: String(year.dice.nat(100)) } }
    return year.workspace.isDone('PATCH', `/directory/users/${await somebody(year)}`, body)
  },
  /** Someone whom HR does not know yet: it may list them later, by the same address. */
  async guest(year: Year) {
    const { dice, workspace, organisation } = year
    const colleague = dice.pick(organisation.everybody)
    const isBefore = dice.chance(40)
    const known = isBefore ? organisation.hire(dateOf(workspace.now() + 9 * day)) : undefined
    const made = await workspace.must('POST', '/directory/users', {
      first_name: known?.firstName ?? 'Guest',
      last_name: known?.lastName ?? `From ${dice.nat(1000)}`,
      state: dice.pick(['staged', 'active']),
      ...(known !== undefined && { email: known.email }),
      manager_id: await personOf(year, colleague.id),
    })
    const path = `/directory/users/${made.body.id}`
    if (dice.chance(60)) await workspace.isDone('POST', `${path}/expire`, { at: later(year, 50) })
    return true
  },
  async secondUser(year: Year) {
    const parent = await somebody(year)
    if (parent === undefined) return false
    const name = { first_name: 'Admin', last_name: `account ${year.dice.nat(1000)}` }
    return year.workspace.isDone('POST', '/directory/users', {
      ...name,
      state: 'active',
      parent_user_id: parent,
    })
  },
  /** Those who left are deleted; some of them come back into the lists, others are erased. */
  async tidy(year: Year) {
    const { dice, workspace } = year
    const list = '/directory/users?filter[state]=deactivated,expired&sort=username'
    const { data } = (await workspace.must('GET', list)).body
    if (data.length === 0) return false
    const path = `/directory/users/${dice.pick<{ id: string }>(data).id}`
    if (!(await workspace.isDone('DELETE', path))) return false
    if (dice.chance(50)) return workspace.isDone('POST', `${path}/restore`)
    return workspace.isDone('POST', `${path}/erase`)
  },
  async grace(year: Year) {
    const body = { expires_after_days: year.dice.nat(8) }
    return year.workspace.isDone('PATCH', '/policy/settings', body)
  },
} satisfies Record<string, (year: Year) => Promise<boolean>>

/** An exception, for somebody who may have one. */
export async function admitSomebody(year: Year): Promise<void> {
  for (let tries = 0; tries < 20; tries += 1)
    if (await acts.exception(year)) return year.reach('administration: exception')
}

/** One thing that an administrator does. */
export async function administer(year: Year): Promise<void> {
  const [name, act] = year.dice.pick(Object.entries(acts))
  const isDone = await act(year)
  year.note(`${name}: ${isDone ? 'done' : 'refused'}`)
  if (isDone) year.reach(`administration: ${name}`)
}
