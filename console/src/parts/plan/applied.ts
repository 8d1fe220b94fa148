import { useQuery, useQueryClient } from '@tanstack/react-query'

const appliedKey = ['plan just applied']

/** Remembers the plan that was just applied, so that it can be undone; null forgets it. */
export function useNoteApplied(): (planId: string | null) => void {
  const client = useQueryClient()
  return (planId) => void client.setQueryData(appliedKey, planId)
}

/** The plan that was just applied. */
export function useApplied(): string | null {
  const { data } = useQuery<string | null>({
    queryKey: appliedKey,
    queryFn: () => null,
    initialData: null,
    staleTime: 'static',
    gcTime: Infinity,
  })
  return data
}
