import { testVendor } from '../../../test/vendors/test-vendor.ts'
import { checkedGithub } from './fake-github.fixture.ts'

await testVendor(checkedGithub)
