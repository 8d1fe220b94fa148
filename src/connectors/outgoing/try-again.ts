/** What to do about a fault that may pass. Not every source has a schedule. */
export const tryAgain = 'Try again later, or wait for the next run of its schedule.'
