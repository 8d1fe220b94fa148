/** A day, as graces, lifetimes of tokens and the like count it: 24 hours. */
export const dayMilliseconds = 86_400_000

export function daysAfter(at: Date, days: number): Date {
  return new Date(at.getTime() + days * dayMilliseconds)
}
