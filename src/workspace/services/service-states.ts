import { Type } from 'typebox'
import { endAccessByService } from '../../access/end-access.ts'
import type { ActionOn } from '../../contract/audit-events.ts'
import { daysAfter } from '../../contract/time.ts'
import { changesBetween, record } from '../../audit/record.ts'
import { writeRoute, type WriteContext } from '../../http/route/route.ts'
import { unprocessable } from '../../http/refusals/problem.ts'
import {
  instant,
  InstantInput,
  instantOrNull,
  requireFuture,
  Shape,
} from '../../http/shapes/schema.ts'
import { loadHeld, requireMayActivate, requireNotEnded, requireOtherState } from './admin-rules.ts'
import { answerService } from './describe-service.ts'
import { holdAnew, updateServiceRow, type ServiceRow } from './queries.ts'
import { Service, serviceLifecycle } from './schema.ts'
import { lockService, lockServiceFor } from './visible-service.ts'

/** How long a service still has that is given an end without an instant. */
const daysToGo = 30

export const activateService = writeRoute({
  ...frameOf('activate'),
  summary: 'Activate a service',
  description:
    'Gives its tokens their power back, from the next request on, or takes away the end of one that is expiring. An end that is ' +
    'ahead stays for a service that is staged or deactivated. It confirms that the service is needed. 422 when it is active already. ' +
    'Needs the role admin on it, or `workspace.service.manage` together with every permission that the service holds.',
  handler: (context) =>
    change(context, 'activate', async (service) => {
      requireMayActivate(context.caller, await loadHeld(context, service.id))
      context.body()
      requireOtherState(service, 'active')
      const isAhead = service.expires_at !== null && service.expires_at > context.now
      const keepsEnd = isAhead && service.state !== 'expiring'
      return {
        base_state: 'active',
        ...(!keepsEnd && { expires_at: null }),
        confirmed_at: context.now,
        confirm_by: daysAfter(context.now, service.confirm_every_days),
        unconfirmed_ends_at: null,
      }
    }),
})

export const deactivateService = writeRoute({
  ...frameOf('deactivate'),
  summary: 'Deactivate a service',
  description:
    'Takes all power from its tokens, from the next request on, until it is activated, and ends for good ' +
    'what they opened as people. 422 when it is deactivated already. Needs the role admin on it or `workspace.service.manage`.',
  handler: (context) =>
    change(context, 'deactivate', async (service) => {
      context.body()
      requireOtherState(service, 'deactivated')
      return { base_state: 'deactivated' }
    }),
})

export const deprecateService = writeRoute({
  ...frameOf('deprecate'),
  body: Shape({ at: Type.Optional(InstantInput) }),
  summary: 'Give a service an end',
  description:
    `The service is expiring, and its tokens are refused from \`at\` on. Without \`at\` it ends in ${daysToGo} days, or at the end that it ` +
    'has if that is sooner. 422 for a service that has ended, and for a later end than the one by a missed confirmation. Needs the role admin on it or `workspace.service.manage`; a later end ' +
    'than the one that it has needs what activating it needs.',
  handler: (context) =>
    change(context, 'deprecate', async (service) => {
      const { at } = context.body()
      requireNotEnded(service)
      const { expires_at: former, ends_at: end, unconfirmed_ends_at: unconfirmed } = service
      const usual = daysAfter(context.now, daysToGo)
      if (at === undefined) return { expires_at: end !== null && end < usual ? end : usual }
      const expires_at = requireFuture('at', at, context.now)
      if (unconfirmed !== null && expires_at > unconfirmed)
        throw unprocessable({
          at: [`is too late: it ends on ${instant(unconfirmed)}, unless it is confirmed`],
        })
      if (former !== null && expires_at > former)
        requireMayActivate(context.caller, await loadHeld(context, service.id))
      return { expires_at }
    }),
})

type Verb = Extract<ActionOn<'workspace.service'>, 'activate' | 'deactivate' | 'deprecate'>

function frameOf(verb: Verb) {
  return {
    id: `${verb}Service`,
    method: 'POST',
    url: `/workspace/services/:service/${verb}`,
    access: { row: 'workspace.service.manage' },
    params: { service: 'service' },
    isVersioned: true,
    response: Service,
  } as const
}

/** The end without the one by a missed confirmation: what was given is recorded also where it changes nothing yet. */
const ownEnd = ({ expires_at }: Pick<ServiceRow, 'expires_at'>) => ({
  expires_at: instantOrNull(expires_at),
})

/** Locks the service of the path for a caller who manages it, and writes what is decided of its state and end. */
async function change(
  context: WriteContext<{ service: 'service' }>,
  verb: Verb,
  decide: (service: ServiceRow) => Promise<Parameters<typeof updateServiceRow>[2]>,
) {
  const { tx, params, actor } = context
  const service = await lockServiceFor(context, params.service, 'workspace.service.manage')
  const values = await decide(service)
  context.requireVersion(service.version)
  await updateServiceRow(tx, service.id, values)
  if (verb === 'activate') await holdAnew(tx, service.id)
  const after = await lockService(context, service.id)
  const changes = {
    ...changesBetween(ownEnd(service), ownEnd(after)),
    ...changesBetween(serviceLifecycle(service), serviceLifecycle(after)),
  }
  if (Object.keys(changes).length === 0) return answerService(context, after)
  await record(tx, actor, [
    { event: `workspace.service.${verb}`, record: { kind: 'service', id: service.id }, changes },
  ])
  // Ends the tokens, sessions and links that it made as people, permanently: activating it again may need fewer permissions
  // than those people hold.
  if (after.state === 'deactivated' || service.state === 'expired')
    await endAccessByService(tx, service.id, context)
  return answerService(context, await lockService(context, service.id))
}
