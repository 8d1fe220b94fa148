import assert from 'node:assert/strict'
import { limitOf, recentMovements, type AccessOnRecord } from './access-on-record.ts'
import type { Feed, Product } from './product.ts'
import { DAY } from './world.ts'

/** An account as the API shows it. */
type Account = {
  id: string
  vendor_id: string
  integration_id: string
  integration_handle: string
  directory_user_id: string | null
  state: string
  pending: { state: string; is_rejected_account_end: boolean } | null
}

export async function accountsOf(product: Product, source: string): Promise<Account[]> {
  const { body, status, text } = await product.call('GET', '/directory/identities?page[size]=500')
  assert.equal(status, 200, text)
  return body.data.filter((each: Account) => each.integration_handle === source)
}

/**
 * The accounts that a run ends do end, if these ends alone are within the limits: no one who leaves is held because of
 * what else the run says, or of what an incident holds.
 */
export async function checkLeavers(
  product: Product,
  record: AccessOnRecord,
  run: { source: string; before: readonly Account[]; feed: Feed; isComplete: boolean },
): Promise<number> {
  const { source, before, feed, isComplete } = run
  const employees = new Set([...feed.values()].map(({ employeeId }) => employeeId))
  const ends = before.filter(({ vendor_id: id, state, pending }) => {
    const said = feed.get(id)?.status
    const isEnd = said === undefined ? isComplete : said === 'SUSPENDED'
    return isEnd && state === 'active' && (pending === null || pending.state === 'active')
  })
  // Somebody who has another account has not left.
  // A complete run counts the ends that are held together with its own.
  const held = before.filter(
    ({ vendor_id: id, state, pending }) =>
      isComplete &&
      state === 'active' &&
      pending !== null &&
      pending.state !== 'active' &&
      feed.get(id)?.status !== 'ACTIVE',
  )
  const leavers = ends.filter(({ vendor_id: id }) => feed.has(id) || !employees.has(employeeOf(id)))
  if (leavers.length === 0 || !(await areWithinLimits(product, record, [...ends, ...held])))
    return 0
  const now = new Map((await accountsOf(product, source)).map((each) => [each.id, each]))
  for (const { id, vendor_id: vendorId } of leavers) {
    const account = now.get(id)
    if (account?.pending?.is_rejected_account_end === true) continue
    assert.notEqual(account?.state, 'active', `${vendorId} has left and is held`)
  }
  return leavers.length
}

/** An account with a new id keeps the number of its employee. */
const employeeOf = (vendorId: string): string => vendorId.replace(/-\d+$/, '').replace(/^x-/, '')

/** Whether ends of accounts are few, whatever they move: so few that no limit can be exceeded by them. */
async function areWithinLimits(
  product: Product,
  { ended, ...record }: AccessOnRecord,
  ends: readonly Account[],
): Promise<boolean> {
  const settings = (await product.call('GET', '/policy/settings')).body
  const since = product.now() - DAY
  const recent = new Set(
    ended.flatMap((each) =>
      each.source === ends[0]?.integration_id && each.at > since ? [each.account] : [],
    ),
  )
  if (recent.size + ends.length > limitOf(settings, 'account').people) return false
  const lost = recentMovements(record, product.now()).filter(
    ({ to }) => to === null || to.end !== null,
  )
  const rulesets = new Set([...record.access.keys()].map((place) => place.split(' ')[0] ?? ''))
  const people = new Set(lost.map(({ person }) => person)).size
  if (people + 2 * ends.length > limitOf(settings, 'overall').people) return false
  return [...rulesets].every((ruleset) => {
    const own = lost.filter((each) => each.ruleset === ruleset)
    // Everyone has at most one secondary user, who leaves with them.
    return own.length + 2 * ends.length <= limitOf(settings, 'removal').people
  })
}
