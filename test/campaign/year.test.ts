import assert from 'node:assert/strict'
import { test } from 'node:test'
import { liveAYear } from './year/live-a-year.ts'
import { isCampaign, yearOptions } from './year/options.ts'

/** What the days must have reached, or they prove nothing. */
const matters = [
  'a reorganisation',
  'a rehire',
  'a service',
  'a token without power',
  'administration: exception',
  'an export that is succeeded',
  'an incident: approve',
  'an incident: put right',
  'an incident: reject',
  'an outage',
  'an upgrade of the policy',
]

test('whatever an organisation does on its days, what is derived follows from what is stored after each', async (context) => {
  const reached = await liveAYear({
    ...yearOptions,
    onDay: (text) => void (isCampaign && process.stderr.write(`${text}\n`)),
  })
  for (const what of [...reached.keys()].toSorted())
    context.diagnostic(`${reached.get(what)} × ${what}`)
  const missing = matters.filter((each) => !reached.has(each))
  assert.deepEqual(missing, [], 'not reached')
})
