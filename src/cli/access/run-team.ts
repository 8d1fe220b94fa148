import type { Body } from '../../../sdk/src/index.ts'
import { counted } from '../../contract/text.ts'
import { findRecord } from '../api/find-record.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { user } from '../nouns/directory-nouns.ts'
import { columns, printList, type Field } from '../output/present.ts'

type Team = Body<'get', '/directory/users/{user}/compare-team'>
type Row = Team['data'][number]

const fields = [
  ...columns<Row>('resource: policy_resource.handle|policy_resource.name'),
  ['have', ({ count: { having, lacking } }) => `${having} of ${having + lacking}`],
  ['roles', ({ roles }) => roles.map(roleOf).join(', ')],
  ['lacking', ({ lacking, count }) => namesOf(lacking, count.lacking)],
  ['why (first)', ({ lacking: [first] }) => first?.why ?? null],
] as const satisfies readonly Field<Row>[]

/** Prints what the people below someone have in common, and what only some have. */
export async function runTeam(
  named: string,
  options: ApiOptions & { all?: boolean },
): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(user, muster, named)
  const team = await muster.get('/directory/users/{user}/compare-team', {
    params: { path: { user: id } },
  })
  const { people, some, differs, common } = team.count
  printList(options, {
    rows: options.all === true ? team.data : team.data.filter(({ kind }) => kind !== 'common'),
    hasMore: some + differs + common > team.data.length,
    fields,
    idOf: ({ policy_resource }) => policy_resource.id,
    json: team,
    none:
      people === 0
        ? 'Nobody who is active is below this person.'
        : `All ${people} have the same: ${counted(common, 'resource')}.`,
  })
}

function roleOf({
  role_handle: role,
  is_by_grace: isByGrace,
  count,
}: Row['roles'][number]): string {
  return `${role}${isByGrace ? ' by grace' : ''} (${count})`
}

/** The first names, and how many more there are. */
function namesOf(people: readonly { full_name: string }[], all: number): string {
  const names = people.map(({ full_name }) => full_name).join(', ')
  const more = all - people.length
  return more > 0 ? `${names} and ${more} more` : names
}
