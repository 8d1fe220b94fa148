import type { RowOf } from '../../../sdk/src/index.ts'
import { definedOf } from '../../contract/defined.ts'
import { accessOf } from '../access/run-compare.ts'
import { findRecord } from '../api/find-record.ts'
import { typedBy } from '../api/resolve-names.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { ruleset } from '../nouns/policy-nouns.ts'
import { localTime, WrongArguments } from '../output/output.ts'
import { columns, printList, withLocalTimes, type Field } from '../output/present.ts'
import { readUpTo } from '../output/read-up-to.ts'

type Difference = RowOf<'/policy/rulesets/{ruleset}/compare'>
type Options = ApiOptions & { type?: string; at?: string; until?: string; limit: number }

/** Prints who is in a manifest on one of two dates only, or by another role, and what made each difference. */
export async function runCompareManifest(named: string, options: Options): Promise<void> {
  const { at, until, limit } = options
  if (at === undefined) throw new WrongArguments('Give --at with a date.')
  const { muster } = await connect(options)
  const { id } = await findRecord(ruleset, muster, named, typedBy(ruleset, options))
  const query = { ...definedOf({ at, until }), at, 'page[size]': '500' }
  const path = { ruleset: id }
  const list = muster.list('/policy/rulesets/{ruleset}/compare', { params: { path, query } })
  const { rows, hasMore } = await readUpTo(list, limit, 'Comparing')
  const fields = [
    ...columns<Difference>('name: included.directory_user.full_name'),
    [localTime(at), ({ here }) => accessOf(here)],
    [until === undefined ? 'now' : localTime(until), ({ there }) => accessOf(there)],
    ['why', ({ why }) => withLocalTimes(why)],
    ...columns<Difference>('e-mail: included.directory_user.email'),
  ] as const satisfies readonly Field<Difference>[]
  printList(options, {
    rows,
    hasMore,
    fields,
    idOf: (row) => row.id,
    json: { data: rows, has_more: hasMore },
    none: 'There is no difference.',
  })
}
