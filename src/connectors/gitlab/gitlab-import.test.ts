import { testImports } from '../../../test/vendors/check-import.ts'
import { checkedGitlab } from '../../../test/vendors/checked-gitlab.ts'

await testImports('GitLab', checkedGitlab)
