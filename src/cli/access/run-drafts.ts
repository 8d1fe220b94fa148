import type { Muster, RowOf } from '../../../sdk/src/index.ts'
import { resourceTypes } from '../../contract/states.ts'
import { counted } from '../../contract/text.ts'
import { connect } from '../connection/connect.ts'
import { findRecord } from '../api/find-record.ts'
import { typedBy } from '../api/resolve-names.ts'
import { resource } from '../nouns/directory-nouns.ts'
import { say } from '../output/output.ts'
import { columns, printList } from '../output/present.ts'
import { readUpTo } from '../output/read-up-to.ts'
import type { ApiOptions } from '../command-line/options.ts'

export type DriftOptions = ApiOptions & {
  limit: number
  type?: string
  exitCode?: boolean
  drafts?: boolean
}

type DriftRow = RowOf<'/directory/resources/{resource}/drift'>
type Counts = Partial<
  Record<'entering_members' | 'entering_others' | 'extra' | 'unmanaged', number>
>
/** A person or an account of no one, as drafts would have it. */
type Compared = DriftRow & {
  drafts: 'admit a member' | 'add' | 'leave out'
  resource: string
  account: DriftRow['accounts'][number] | undefined
}

/** Prints who would enter by the drafts, and which members they leave out, of one resource or of all that have drafts. */
export async function runDrafts(named: string | undefined, options: DriftOptions): Promise<void> {
  const { muster } = await connect(options)
  const ids =
    named === undefined
      ? draftedResources(muster, options.type)
      : [(await findRecord(resource, muster, named, typedBy(resource, options))).id]
  const numbers: string[] = []
  const compared = comparedIn(muster, ids, numbers)
  const { rows, hasMore } = await readUpTo(compared, options.limit, 'Comparing')
  if (options.output === 'table') for (const line of numbers) say(line)
  printList(options, {
    rows,
    hasMore,
    fields,
    idOf: ({ id }) => id,
    json: { data: rows, has_more: hasMore },
    none: 'No draft admits anyone who is not in, and no member is left out.',
  })
  const differs = rows.some(({ drafts }) => drafts !== 'admit a member')
  if (options.exitCode === true && differs) process.exitCode = 2
}

const fields = columns<Compared>(
  'drafts, resource, role: should.role_handle, has: has.role_handle',
  'name: included.directory_user.full_name|account.full_name, account: account.vendor_id',
  'username: account.handle, e-mail: account.email|included.directory_user.email',
  'why: should.why|outside',
)

async function* draftedResources(muster: Muster, type: string | undefined) {
  const query = {
    'filter[type]': type ?? resourceTypes.join(','),
    include: ['count' as const],
    'page[size]': '500',
  }
  for await (const { policy_resource, count } of muster.list('/policy/rulesets', {
    params: { query },
  }))
    if (policy_resource.state === 'active' && (count?.staged_rules ?? 0) > 0)
      yield policy_resource.id
}

async function* comparedIn(
  muster: Muster,
  ids: Iterable<string> | AsyncIterable<string>,
  numbers: string[],
) {
  for await (const id of ids) {
    const path = { resource: id }
    const asked = { rules: 'staged' as const, sort: 'status' as const, 'page[size]': '500' }
    const { name, handle } = await muster.get('/directory/resources/{resource}', {
      params: { path },
    })
    const { count, is_capped } = await muster.get('/directory/resources/{resource}/drift', {
      params: { path, query: { ...asked, include: ['counts' as const], 'page[size]': '1' } },
    })
    const capped =
      is_capped === true ? ' There are so many people that some were not compared.' : ''
    if (count !== undefined) numbers.push(`${handle ?? name}: ${inNumbers(count)}${capped}`)
    const params = { params: { path, query: asked } }
    for await (const row of muster.list('/directory/resources/{resource}/drift', params)) {
      const drafts = draftsOn(row)
      if (drafts === undefined) continue
      yield {
        drafts,
        ...row,
        resource: handle ?? name,
        account: row.accounts[0],
      } satisfies Compared
    }
  }
}

/** What the drafts do about a row; undefined for who is in already. */
function draftsOn({ should, has, enters }: DriftRow): Compared['drafts'] | undefined {
  if (should === null) return 'leave out'
  if (!enters) return undefined
  return has === null ? 'add' : 'admit a member'
}

function inNumbers({
  entering_members: members = 0,
  entering_others: others = 0,
  extra = 0,
  unmanaged = 0,
}: Counts): string {
  const left = extra + unmanaged
  return `${counted(members + others, 'person', 'people')} would enter: ${members} members already, and ${others} others. ${counted(left, 'member')} would be left out.`
}
