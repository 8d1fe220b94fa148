import type { Static } from 'typebox'
import { encodeId } from '../../contract/ids.ts'
import { requireFreshForScopes } from '../../http/callers/fresh-sign-in.ts'
import { Problem, unprocessable } from '../../http/refusals/problem.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { instant } from '../../http/shapes/schema.ts'
import { isThemselves } from '../../policy/limits/second-approval.ts'
import { holdCredential } from '../tokens/queries.ts'
import { requireMayIssue, serviceScopes } from '../tokens/token-limits.ts'
import { loadHeld } from './admin-rules.ts'
import type { ServiceRow, TrustedIdentity } from './queries.ts'
import type { SentIdentities } from './schema.ts'

type SentIdentity = Static<typeof SentIdentities>[number]

/** Where everybody can get a token: the owner has to be named. */
const openToAll = new Set(['https://token.actions.githubusercontent.com', 'https://gitlab.com'])

/**
 * The identities that a locked service will trust. One that is new, or gets other scopes, is as a token of the service with these
 * scopes: the same is asked, and the scopes are fixed in the same way. It has no end, so only a person can set it: a token would
 * live on in it.
 */
export async function decideIdentities(
  context: WriteContext,
  service: ServiceRow,
  sent: readonly SentIdentity[] | undefined,
): Promise<TrustedIdentity[]> {
  const before = service.workload_identities
  if (sent === undefined) return before
  const kept = sent.map((each) => before.find((known) => isAsBefore(known, each)))
  if (sent.length === before.length && kept.every((each, at) => each === before[at])) return before
  await context.ask('workspace.service.token.manage', { serviceId: service.id })
  refuseTwice(sent)
  await holdCredential(context.tx, context.caller.credential)
  const { held } = await loadHeld(context, service.id)
  return sent.map((each, at) => {
    const known = kept[at]
    if (known !== undefined) return known
    if (!isThemselves(context.caller))
      throw new Problem(
        403,
        'Only a person who signed in as themselves can say whom a service trusts.',
      )
    requireSound(context, each, `workload_identities.${at}`)
    const scopes = serviceScopes(context.caller, each.scopes, held)
    if (scopes.length === 0)
      throw unprocessable({
        [`workload_identities.${at}.scopes`]: [
          'name no permission that the service holds: give it permissions first',
        ],
      })
    requireMayIssue(context.caller, service.id, scopes)
    requireFreshForScopes(context, scopes)
    const set_by = encodeId('workspaceUser', context.caller.id)
    return { ...each, scopes, set_by, set_at: instant(context.now) }
  })
}

function isSame(one: SentIdentity, other: SentIdentity): boolean {
  return (
    one.issuer === other.issuer && one.audience === other.audience && one.subject === other.subject
  )
}

function isAsBefore(known: TrustedIdentity, { scopes, ...sent }: SentIdentity): boolean {
  return (
    isSame(known, sent) &&
    (scopes === undefined || new Set(scopes).symmetricDifference(new Set(known.scopes)).size === 0)
  )
}

function refuseTwice(sent: readonly SentIdentity[]): void {
  const at = sent.findIndex((each, index) => sent.findIndex((one) => isSame(one, each)) < index)
  if (at >= 0) throw unprocessable({ [`workload_identities.${at}`]: ['is there twice'] })
}

/** 422 unless its issuer is listed, and its subject names more than anybody. */
function requireSound({ services }: WriteContext, sent: SentIdentity, field: string): void {
  const { names } = services.workloadIssuers
  if (!names.includes(sent.issuer)) {
    const listed = names.length === 0 ? 'none' : names.join(', ')
    const why = `must be an issuer that the operator lists in MUSTER_WORKLOAD_ISSUERS, to the letter: ${listed}`
    throw unprocessable({ [`${field}.issuer`]: [why] })
  }
  for (const claim of ['audience', 'subject'] as const)
    if (sent[claim] !== sent[claim].trim() || sent[claim] === '' || sent[claim].includes(' | '))
      throw unprocessable({
        [`${field}.${claim}`]: ['must not be empty, begin or end with a blank, or contain " | "'],
      })
  const [known = ''] = sent.subject.split('*')
  if (known === '')
    throw unprocessable({
      [`${field}.subject`]: ['must not begin with `*`: that is everybody at the issuer'],
    })
  if (openToAll.has(sent.issuer) && known !== sent.subject && !known.includes('/'))
    throw unprocessable({
      [`${field}.subject`]: [
        'must name the owner with its slash before a `*`, such as `repo:acme/`: this issuer signs for everybody',
      ],
    })
}
