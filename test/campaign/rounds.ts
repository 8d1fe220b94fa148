/** For how many minutes a campaign runs (campaign.ts); the suite runs a few rounds. */
export const minutesVariable = 'MUSTER_CAMPAIGN_MINUTES'

/**
 * The numbers of the rounds from 1: the number for the suite, or as many as begin within the campaign's minutes.
 */
export function* rounds(inTheSuite: number): Generator<number> {
  const minutes = process.env[minutesVariable]
  const end = minutes === undefined ? undefined : Date.now() + Number(minutes) * 60_000
  for (let round = 1; end === undefined ? round <= inTheSuite : Date.now() < end; round++) {
    yield round
  }
}
