import assert from 'node:assert/strict'
import type { Year } from './year.ts'

/** The ids of the incidents that are open. */
export async function openIncidents({ workspace }: Year): Promise<string[]> {
  const { body } = await workspace.must('GET', '/policy/incidents?filter[state]=open')
  return body.data.map(({ id }: { id: string }) => id)
}

type Decision = 'approve' | 'reject'

/** Decides all that is held, as someone who has looked at its effect. */
export async function decideIncidents(year: Year, decision: Decision): Promise<void> {
  for (const id of await openIncidents(year)) await decide(year, id, decision)
}

/** Approves what was rejected and is still reported. */
export async function approveRejected(year: Year): Promise<void> {
  const { body } = await year.workspace.must(
    'GET',
    '/policy/incidents?filter[state]=closed&page[size]=500',
  )
  for (const { id } of body.data) await decide(year, id, 'approve')
}

async function decide(year: Year, id: string, decision: Decision): Promise<void> {
  const { workspace, note, reach } = year
  const { effect, people, accounts } = (await workspace.must('GET', `/policy/incidents/${id}`)).body
  if (effect === null) return
  assert.equal(effect.state, 'ready', 'the effect of an incident')
  const decided = { digest: effect.digest, reason: `to ${decision} after a look` }
  await workspace.must('POST', `/policy/incidents/${id}/${decision}`, decided)
  note(`${decision}: ${people} people, ${accounts} accounts`)
  reach(`an incident: ${decision}`)
}
