import type { Static } from 'typebox'
import { endAccessByService } from '../../access/end-access.ts'
import type { ServiceState } from '../../contract/states.ts'
import { record } from '../../audit/record.ts'
import type { WriteContext } from '../../http/route/route.ts'
import { loadHeld, requireMayActivate, requireOtherState } from './admin-rules.ts'
import { answerService } from './describe-service.ts'
import { updateServiceRow } from './queries.ts'
import type { Service } from './schema.ts'
import { lockService, lockServiceFor } from './visible-service.ts'

const verbs = { active: 'activate', deactivated: 'deactivate' } as const

/**
 * Changes the state of a service, with its audit row; 403 for an activation that the caller could not grant, 422
 * when it already has that state.
 */
export async function changeServiceState(
  context: WriteContext,
  serviceId: string,
  state: ServiceState,
): Promise<Static<typeof Service>> {
  const service = await lockServiceFor(context, serviceId, 'workspace.service.manage')
  if (state === 'active') requireMayActivate(context.caller, await loadHeld(context, serviceId))
  context.body()
  requireOtherState(service, state)
  context.requireVersion(service.version)
  await updateServiceRow(context.tx, serviceId, { state })
  await record(context.tx, context.actor, [
    {
      event: `workspace.service.${verbs[state]}`,
      record: { kind: 'service', id: serviceId },
      changes: { state: { old: service.state, new: state } },
    },
  ])
  // Ends the tokens, sessions and links that it made as people, permanently: activating it again may need fewer permissions
  // than those people hold.
  if (state === 'deactivated') await endAccessByService(context.tx, serviceId, context)
  return answerService(context, await lockService(context, serviceId))
}
