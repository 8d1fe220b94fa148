import { valueOf } from './pending-facts.ts'
import { type Account, accountId, type Facts, type World } from './world.ts'

export type Row = {
  vendorId: string
  employeeId: string
  state: 'active' | 'suspended'
  values: Record<string, string>
}

/**
 * The facts of the run about each account, without rejected values. An account that is gone keeps its accepted
 * values. Creates the new accounts.
 */
export function readRows(
  world: World,
  source: string,
  rows: readonly Row[],
  complete: boolean,
): Map<string, Facts> {
  const targets = new Map<string, Facts>()
  const listed = new Set(rows.map((row) => accountId(source, row.vendorId)))
  const gone = [...world.accounts].filter(
    ([id, account]) => account.source === source && complete && !listed.has(id),
  )
  for (const [id, account] of gone) {
    targets.set(id, { state: 'deactivated', values: { ...account.accepted?.values } })
  }
  for (const row of rows) {
    const id = accountId(source, row.vendorId)
    if (!world.accounts.has(id))
      createAccount(
        world,
        source,
        row,
        gone.map(([, account]) => account),
      )
    targets.set(id, { state: row.state, values: { ...row.values } })
  }
  for (const [id, facts] of targets) {
    const account = world.accounts.get(id)
    // Of an absent account the source says its end only.
    if (account !== undefined) maskRejected(account, facts, listed.has(id) ? null : ['state'])
  }
  return targets
}

function maskRejected(account: Account, facts: Facts, keys: readonly string[] | null): void {
  for (const [key, rejected] of Object.entries(account.rejected)) {
    if (keys?.includes(key) === false) continue
    if ((valueOf(facts, key) ?? '') !== rejected) {
      delete account.rejected[key]
    } else if (key === 'state') {
      // A person whose start was rejected stays staged.
      facts.state = account.accepted?.state ?? 'suspended'
    } else {
      const kept = account.accepted?.values[key]
      if (kept === undefined) delete facts.values[key]
      else facts.values[key] = kept
    }
  }
}

/** An account that appears where one with the same employee id disappears is the same person's. */
function createAccount(world: World, source: string, row: Row, gone: readonly Account[]): void {
  const id = accountId(source, row.vendorId)
  const account: Account = {
    source,
    vendorId: row.vendorId,
    person: row.employeeId,
    accepted: null,
    pending: null,
    endHeld: false,
    wasActive: false,
    rejected: {},
  }
  world.accounts.set(id, account)
  if (source !== world.primary) return
  const replaces = gone.find(
    (each) => each.person === row.employeeId && each.accepted?.state !== 'deactivated',
  )
  if (replaces !== undefined) return
  let person = row.employeeId
  while (world.people.has(person)) person += '+'
  account.person = person
  world.people.set(person, {
    base: 'staged',
    byAdmin: false,
    expiresAt: null,
    parent: null,
    account: id,
    manager: null,
  })
}
