import { testImports } from '../../../test/vendors/check-import.ts'
import { checkedGithub } from '../../../test/vendors/checked-github.ts'

await testImports('GitHub', checkedGithub)
