import type { Static } from 'typebox'
import { noSuch } from '../../http/problem.ts'
import { baseUrl } from '../../http/protocol.ts'
import type { ReadContext } from '../../http/route.ts'
import { type DescribedIdentity, findIdentity, presentListedIdentity } from './listed-identity.ts'

/** An identity (a uuid) as it is described to the caller, with its ETag; 404 where there is none. */
export async function answerDirectoryIdentity(
  { db, services, may, etag }: Pick<ReadContext, 'db' | 'services' | 'may' | 'etag'>,
  id: string,
): Promise<Static<typeof DescribedIdentity>> {
  const found = await findIdentity(db, id)
  if (found === undefined) throw noSuch('identity', id)
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
}
