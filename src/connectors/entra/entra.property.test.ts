import { test } from 'node:test'
import { checkThroughFaults } from '../../../test/vendors/check-connector.ts'
import { checkedEntra } from '../../../test/vendors/checked-entra.ts'
import { propertyRuns } from '../../../test/property-runs.ts'

test('faults of Microsoft Graph lose nothing, and take nobody away who is there', async (t) => {
  await checkThroughFaults(t, checkedEntra, propertyRuns(100))
})
