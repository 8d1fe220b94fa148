import { dateOf } from './organisation.ts'
import type { Year } from './year.ts'

export const groups = ['backend', 'mobile', 'platform', 'sales', 'everyone'] as const
export const groupId = (name: (typeof groups)[number]) => String(11 + groups.indexOf(name))

const accessLevels = [10, 20, 30, 40]

const numberOf = (id: string) => Number(id.replace(/\D/g, '')) + (id.endsWith('r') ? 100_000 : 0)

/** The second source: its users, groups and members, as they are there, which no one keeps in order. */
export async function importCodeHost(year: Year): Promise<void> {
  const { workspace, organisation, dice, note } = year
  const today = dateOf(workspace.now())
  const people = organisation.everybody.filter(
    ({ firstDay, department }) => firstDay <= today && department !== 'Accounting',
  )
  const users = people.map((each) => ({
    id: numberOf(each.id),
    username: each.id,
    name: `${each.firstName} ${each.lastName}`,
    email: each.email,
    state: each.lastDay !== '' && each.lastDay < today ? 'blocked' : 'active',
    external: each.type === 'contractor',
    is_admin: false,
    bot: false,
  }))
  const members = groups.flatMap((group) =>
    people
      .filter(() => dice.chance(20))
      .map(({ id }) => ({
        access_level: dice.pick(accessLevels),
        source_id: Number(groupId(group)),
        source_type: 'Namespace',
        user_id: numberOf(id),
      })),
  )
  const listed = groups.map((name) => ({
    id: Number(groupId(name)),
    name,
    path: name,
    full_path: name,
    parent_id: null,
  }))
  for (const [name, file] of Object.entries({ users, groups: listed, members })) {
    const run = await workspace.importFile('code', file, `?complete=true&name=${name}.json`)
    note(`the code host's ${name}: ${run.state}`)
  }
}
