import { useSummary } from '../api/use-summary.ts'

/** How many kinds of things wait for a decision of the viewer: the cards of the home page. */
export function useWaiting(): number {
  const { data } = useSummary()
  if (data === undefined) return 0
  return Object.values(data.decisions).filter((each) => each !== null && each.count > 0).length
}
