import type { Body } from '../../../sdk/src/index.ts'
import { definedOf } from '../../contract/defined.ts'
import { findRecord } from '../api/find-record.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { user } from '../nouns/directory-nouns.ts'
import { localTime, WrongArguments } from '../output/output.ts'
import { columns, printList, withLocalTimes, type Field } from '../output/present.ts'

type Comparison = Body<'get', '/directory/users/{user}/compare'>
type Compared = Comparison['data'][number]

export type CompareOptions = ApiOptions & { at?: string; until?: string; all?: boolean }

/** Prints what two people have, or one person on two dates, and what makes each difference. */
export async function runCompare(
  named: string,
  other: string | undefined,
  options: CompareOptions,
): Promise<void> {
  const { at, until } = options
  if ((other === undefined) === (at === undefined))
    throw new WrongArguments('Give another person, or --at with a date.')
  const { muster } = await connect(options)
  const { id } = await findRecord(user, muster, named)
  const query = definedOf({
    with: other === undefined ? undefined : (await findRecord(user, muster, other)).id,
    at,
    until,
  })
  const answer = await muster.get('/directory/users/{user}/compare', {
    params: { path: { user: id }, query },
  })
  const [here, there] = titlesOf(answer)
  const fields = [
    ...columns<Compared>('resource: policy_resource.handle|policy_resource.name'),
    [here, (row) => accessOf(row.here)],
    [there, (row) => accessOf(row.there)],
    ['why', ({ why }) => withLocalTimes(why)],
  ] as const satisfies readonly Field<Compared>[]
  printList(options, {
    rows: options.all === true ? answer.data : answer.data.filter(({ kind }) => kind !== 'same'),
    hasMore: false,
    fields,
    idOf: ({ policy_resource }) => policy_resource.id,
    json: answer,
    none: `There is no difference: ${answer.count.same} are the same.`,
  })
}

function titlesOf({ here, there }: Comparison): [string, string] {
  return here.id === there.id
    ? [localTime(here.at), localTime(there.at)]
    : [here.full_name || here.id, there.full_name || there.id]
}

export function accessOf(access: Compared['here']): string {
  if (access === null) return '–'
  return access.state === 'expiring' ? `${access.role_handle} (ends)` : access.role_handle
}
