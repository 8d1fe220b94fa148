import { hash } from 'node:crypto'
import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { noSuch } from '../../http/refusals/problem.ts'
import { baseUrl } from '../../http/route/protocol.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { DescribedIdentity, findIdentity, presentListedIdentity } from './listed-identity.ts'

export const describeDirectoryIdentity = readRoute({
  id: 'describeDirectoryIdentity',
  url: '/directory/identities/:identity',
  summary: 'Describe an identity',
  description:
    'One account at a vendor. `pending` is what its source said last and policy does not read yet. A raw `profile` needs `directory.identity.profile.view`; without it the profile is null and `withheld` names it.',
  access: 'directory.identity.view',
  params: { identity: 'identity' },
  response: DescribedIdentity,
  handler: (context) => answerDirectoryIdentity(context, context.params.identity),
})

/** An identity (a uuid) as it is described to the caller, with its ETag; 404 where there is none. */
export async function answerDirectoryIdentity(
  { db, services, may, etag }: Pick<ReadContext, 'db' | 'services' | 'may' | 'etag'>,
  id: string,
): Promise<Static<typeof DescribedIdentity>> {
  const found = await findIdentity(db, id)
  if (found === undefined) throw noSuch('identity', id)
  const showsProfile = may('directory.identity.profile.view')
  // Other people decide who may have it.
  const seenOthers = hash('sha256', JSON.stringify([found.candidates, found.waiting_for])).slice(
    0,
    8,
  )
  etag(found.version, `${found.epoch}-${showsProfile ? 'profile' : 'plain'}-${seenOthers}`)
  const withheld: 'profile'[] = showsProfile ? [] : ['profile']
  const seen = { baseUrl: baseUrl(services), seesProfiles: showsProfile }
  const { pending, ...shown } = presentListedIdentity(found, seen)
  return {
    ...shown,
    candidates: found.candidates.map((candidate) => ({
      directory_user_id: encodeId('directoryUser', candidate.id),
      evidence: candidate.evidence,
    })),
    pending: pending && { ...pending, profile: showsProfile ? found.pending_profile : null },
    profile: showsProfile ? found.profile : null,
    withheld,
  }
}
