import { test } from 'node:test'
import { checkThroughFaults } from '../../../test/vendors/check-connector.ts'
import { checkedSlack } from '../../../test/vendors/checked-slack.ts'
import { propertyRuns } from '../../../test/property-runs.ts'

test('faults of Slack’s API lose nothing, and take nobody away who is there', async (t) => {
  await checkThroughFaults(t, checkedSlack, propertyRuns(100))
})
