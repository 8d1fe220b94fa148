import { readRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { answerDirectoryIdentity } from './answer-directory-identity.ts'
import { DescribedIdentity } from './listed-identity.ts'

export const describeDirectoryIdentity = readRoute({
  id: 'describeDirectoryIdentity',
  method: 'GET',
  url: '/directory/identities/:identity',
  tag: 'directory',
  summary: 'Describe an identity',
  description:
    'One account at a vendor. `pending` is what its source said last and policy does not read yet. A raw `profile` needs `directory.identity.profile.view`; without it the profile is null and `withheld` names it.',
  access: 'directory.identity.view',
  params: { identity: 'identity' },
  query: Empty,
  status: 200,
  response: DescribedIdentity,
  handler: (context) => answerDirectoryIdentity(context, context.params.identity),
})
