/** The id of the plan that an answer or an error leads to, by its `location`. */
export function planIdOf(location: string | null | undefined): string | undefined {
  return /\/policy\/plans\/(popln_\w+)/.exec(location ?? '')?.[1]
}
