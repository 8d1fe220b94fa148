import { abilitiesOn, isAllowed } from '../../http/reads/abilities.ts'
import { permissionOf, requireStep, type LifecycleStep } from './lifecycle.ts'
import { findPeople } from './person-queries.ts'

const steps = [
  'update',
  'delete',
  'activate',
  'expire',
  'suspend',
  'deactivate',
  'restore',
  'erase',
] as const satisfies LifecycleStep[]

export const directoryUserAbilities = abilitiesOn(
  'directoryUser',
  ({ db }, ids) => findPeople(db, ids),
  ({ may }, person) =>
    Object.fromEntries(
      steps.map((step) => [
        step,
        may(permissionOf(step)) && isAllowed(() => requireStep(step, person)),
      ]),
    ),
)
