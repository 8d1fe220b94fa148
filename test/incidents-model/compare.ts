import assert from 'node:assert/strict'
import { checkAccess } from './access-on-record.ts'
import { heldAccounts } from './pending-facts.ts'
import { accountId } from './world.ts'
import { readState } from './product.ts'
import { personOf, type Session } from './session.ts'

const iso = (at: number | null): string =>
  at === null ? '' : ` until ${new Date(at).toISOString()}`

/** Compares everything that is stored with the model. */
export async function compare(session: Session, after: string): Promise<void> {
  const { world, product, stayIds } = session
  const state = await readState(product)
  session.state = state
  await checkAccess(product, session.record)
  const shown = {
    held: state.held
      .map(({ source, vendorId, state: accountState, values }) =>
        [
          accountId(source, vendorId),
          accountState === 'deactivated' ? accountState : describe({ state: accountState, values }),
        ].join(' '),
      )
      .sort(),
    incidents: state.incidents.map(({ source, closed_as }) => `${source} ${closed_as ?? 'open'}`),
    accepted: [...world.accounts]
      .filter(([, { accepted }]) => accepted !== null)
      .map(([id]) => `${id} ${describeStored(state.accepted[id])}`)
      .sort(),
    stays: state.stays
      .map(
        ({ ruleset, person, role, expires_at }) =>
          `${ruleset} ${personOf(session, person)} ${role}${iso(expires_at)}`,
      )
      .sort(),
    people: [...state.people.values()]
      .map(({ uuid, state: base }) => `${personOf(session, uuid)} ${base}`)
      .sort(),
  }
  const expected = {
    held: heldAccounts(world)
      .map(({ source, vendorId, pending }) =>
        [
          accountId(source, vendorId),
          pending?.state === 'deactivated' ? pending.state : describe(pending),
        ].join(' '),
      )
      .sort(),
    incidents: world.incidents.map(({ source, state: incident }) => `${source} ${incident}`),
    accepted: [...world.accounts]
      .filter(([, { accepted }]) => accepted !== null)
      .map(
        ([id, { accepted }]) =>
          `${id} ${accepted?.state === 'deactivated' ? 'deactivated' : describe(accepted)}`,
      )
      .sort(),
    stays: [...world.stays.values()]
      .map(({ ruleset, person, role, endsAt }) => `${ruleset} ${person} ${role}${iso(endsAt)}`)
      .sort(),
    people: [...world.people].map(([name, { base }]) => `${name} ${base}`).sort(),
  }
  for (const part of ['incidents', 'held', 'people', 'accepted', 'stays'] as const)
    assert.deepEqual(shown[part], expected[part], `${part} after ${after}`)
  for (const stay of state.stays) {
    const own = world.stays.get(`${stay.ruleset}|${personOf(session, stay.person)}`)?.id
    const known = stayIds.get(stay.id)
    if (known === undefined && own !== undefined) {
      assert.ok(
        ![...stayIds.values()].includes(own),
        `a new stay in place of one that lasts: ${stay.ruleset} ${personOf(session, stay.person)} after ${after}`,
      )
      stayIds.set(stay.id, own)
    } else
      assert.equal(
        known,
        own,
        `another stay of ${personOf(session, stay.person)} in ${stay.ruleset} after ${after}`,
      )
  }
}

export function describe(facts: { state: string; values: Record<string, string> } | null): string {
  if (facts === null) return 'none'
  return [
    facts.state,
    ...Object.entries(facts.values)
      .sort(([a], [b]) => (a < b ? -1 : 1))
      .map(([key, each]) => `${key}=${each}`),
  ].join(' ')
}

function describeStored(text: string | undefined): string {
  const { state = '', ...values }: Record<string, string> = JSON.parse(text ?? '{}')
  return state === 'deactivated' ? state : describe({ state, values })
}
