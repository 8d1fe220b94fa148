import { noSuch } from '../../http/problem.ts'
import { readRoute } from '../../http/route.ts'
import { Empty } from '../../http/schema.ts'
import { baseUrl } from '../../http/protocol.ts'
import { DescribedIdentity, findIdentity, presentListedIdentity } from './listed-identity.ts'

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
  handler: async ({ db, params, services, may, etag }) => {
    const found = await findIdentity(db, params.identity)
    if (found === undefined) throw noSuch('identity', params.identity)
    const showsProfile = may('directory.identity.profile.view')
    etag(found.version, `${found.epoch}-${showsProfile ? 'profile' : 'plain'}`)
    const withheld: 'profile'[] = showsProfile ? [] : ['profile']
    const seen = { baseUrl: baseUrl(services), seesProfiles: showsProfile }
    const { pending, ...shown } = presentListedIdentity(found, seen)
    return {
      ...shown,
      pending: pending && { ...pending, profile: showsProfile ? found.pending_profile : null },
      profile: showsProfile ? found.profile : null,
      withheld,
    }
  },
})
