import { testVendor } from '../../../test/vendors/test-vendor.ts'
import { checkedOkta } from './fake-okta.fixture.ts'

await testVendor(checkedOkta)
