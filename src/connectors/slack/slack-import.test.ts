import { testImports } from '../../../test/vendors/check-import.ts'
import { checkedSlack } from '../../../test/vendors/checked-slack.ts'

await testImports('Slack', checkedSlack)
