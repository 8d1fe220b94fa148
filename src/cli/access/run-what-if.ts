import type { Body } from '../../../sdk/src/index.ts'
import type { assumableStates } from '../../contract/states.ts'
import { definedOf } from '../../contract/defined.ts'
import { findRecord } from '../api/find-record.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { user } from '../nouns/directory-nouns.ts'
import { localTime, WrongArguments } from '../output/output.ts'
import { columns, printList, withLocalTimes, type Field } from '../output/present.ts'

type WhatIf = Body<'get', '/directory/users/{user}/what-if'>
type Changed = WhatIf['data'][number]
type State = (typeof assumableStates)[number]

export type WhatIfOptions = ApiOptions & {
  set?: string[]
  manager?: string
  state?: State
  at?: string
}

const words = {
  gain: 'gains',
  lose: 'loses',
  role: 'other role',
  grace: 'in grace',
  end: 'other end',
} as const satisfies Record<Changed['kind'], string>

const fields = [
  ['change', ({ kind }) => words[kind]],
  ...columns<Changed>('resource: policy_resource.handle|policy_resource.name'),
  ['role', ({ before, after }) => rolesOf(before?.role_handle, after?.role_handle)],
  ['until', ({ after }) => after?.until],
  ['why', ({ why }) => withLocalTimes(why)],
] as const satisfies readonly Field<Changed>[]

/** Prints what a person would gain, lose and keep otherwise, if what is given were so. */
export async function runWhatIf(named: string, options: WhatIfOptions): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(user, muster, named)
  const { manager, state, at } = options
  const set = (options.set ?? []).map(readAssignment)
  const boss =
    manager === undefined || manager === 'none'
      ? manager
      : (await findRecord(user, muster, manager)).id
  const query = {
    ...definedOf({ manager: boss, state, at }),
    ...(set.length > 0 && { set: Object.fromEntries(set) }),
  }
  const answer = await muster.get('/directory/users/{user}/what-if', {
    params: { path: { user: id }, query },
  })
  printList(options, {
    rows: answer.data,
    hasMore: false,
    fields,
    idOf: ({ policy_resource }) => policy_resource.id,
    json: answer,
    none: `Nothing would change${at === undefined ? '' : ` by ${localTime(at)}`}: ${answer.count.unchanged} stay as they are.`,
  })
}

/** `key=value`: the key has no `=`, and the value may be empty. */
function readAssignment(text: string): [string, string] {
  const at = text.indexOf('=')
  if (at > 0) return [text.slice(0, at), text.slice(at + 1)]
  throw new WrongArguments(
    `--set takes a key and a value, such as department=Sales, not ${JSON.stringify(text)}.`,
  )
}

function rolesOf(before: string | undefined, after: string | undefined): string {
  return before === undefined || after === undefined || before === after
    ? (after ?? before ?? '')
    : `${before} → ${after}`
}
