import type { Muster } from '../sdk/src/index.ts'
import { idpId } from './organisation/accounts.ts'
import type { Organisation } from './organisation/organisation.ts'

const dayMillis = 86_400_000
const days = [0, 0, 7, 14, 30]
/** An end must be in the future when the request is handled. */
const soonMillis = 5000

/**
 * Gives some contractors an end, as an administrator would: two expire in a few seconds, the others are expiring.
 * @param people vendor id of the idp → directory user id
 */
export async function endContractors(
  muster: Muster,
  org: Organisation,
  people: ReadonlyMap<string, string>,
): Promise<void> {
  const ids = contractors(org, people)
  for (const [place, id] of ids.entries()) {
    const at = new Date(Date.now() + soonMillis + (days[place] ?? 0) * dayMillis).toISOString()
    await muster.post('/directory/users/{user}/expire', {
      params: { path: { user: id } },
      body: { at },
    })
  }
}

/** Directory user ids of the first active contractors, one for each end. */
function contractors(org: Organisation, people: ReadonlyMap<string, string>): string[] {
  const ids: string[] = []
  for (let index = 0; index < org.people && ids.length < days.length; index += 1) {
    const id = people.get(idpId(org, index))
    if (org.isContractor(index) && org.status(index) === 'active' && id !== undefined) ids.push(id)
  }
  return ids
}
