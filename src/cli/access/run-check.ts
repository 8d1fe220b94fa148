import { findRecord } from '../api/find-record.ts'
import { typedBy } from '../api/resolve-names.ts'
import type { ApiOptions } from '../command-line/options.ts'
import { connect } from '../connection/connect.ts'
import { user } from '../nouns/directory-nouns.ts'
import { ruleset } from '../nouns/policy-nouns.ts'
import { localTime, printText } from '../output/output.ts'
import { printRecord } from '../output/present.ts'

/** Prints whether a person should have access to a resource. The exit code is that of `grep`: 1 if not. */
export async function runCheck(
  named: string,
  resource: string,
  options: ApiOptions & { type?: string },
): Promise<void> {
  const { muster } = await connect(options)
  const { id } = await findRecord(user, muster, named)
  const of = await findRecord(ruleset, muster, resource, typedBy(ruleset, options))
  const { resource_id } = await muster.get('/policy/rulesets/{ruleset}', {
    params: { path: { ruleset: of.id } },
  })
  const checked = await muster.get('/policy/check', {
    params: { query: { user: id, resource: resource_id } },
  })
  const { is_in, role_handle, until } = checked
  if (!is_in) process.exitCode = 1
  if (options.output === 'table')
    printText(
      is_in ? `${role_handle}${until === null ? '' : ` until ${localTime(until)}`}` : 'not in',
    )
  else
    printRecord(options, {
      id: is_in ? id : '',
      json: checked,
      title: named,
      facts: Object.entries(checked),
    })
}
