import type { UseMutationResult } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { useChange } from './use-api.ts'

type Sent = { location: string | null }

/**
 * A change that the API leaves to a job where it moves very many people (202): `useLongChange(() => muster.send(…))`.
 * Then the page of its plan opens, which shows how far it is.
 */
export function useLongChange(change: () => Promise<Sent>): UseMutationResult<void> {
  const navigate = useNavigate()
  return useChange(async () => {
    const { location } = await change()
    const plan = planAt(location)
    if (plan !== undefined) await navigate({ to: '/plans/$plan', params: { plan } })
  })
}

/** The id of the plan that an answer leads to. */
export function planAt(location: string | null): string | undefined {
  return /\/policy\/plans\/(popln_\w+)/.exec(location ?? '')?.[1]
}

/** The plan that an answer leads to. */
export function planOf({ location }: Sent): { id: string } {
  return { id: planAt(location) ?? '' }
}
