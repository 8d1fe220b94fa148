import type { MutationKey, UseMutationResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { planIdOf } from 'muster-sdk'
import { useChange } from './use-api.ts'

type Sent = { location: string | null }

/**
 * A change that the API leaves to a job where it moves very many people (202): `useLongChange(() => muster.send(…))`.
 * Then the page of its plan opens, which shows how far it is.
 */
export function useLongChange(
  change: () => Promise<Sent>,
  mutationKey?: MutationKey,
): UseMutationResult<void> {
  const navigate = useNavigate()
  return useChange(async () => {
    const { location } = await change()
    const plan = planIdOf(location)
    if (plan !== undefined) await navigate({ to: '/plans/$plan', params: { plan } })
  }, mutationKey)
}
