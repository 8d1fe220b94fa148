/** For how many minutes a campaign runs (campaign.ts); the suite runs a few rounds. */
export const minutesVariable = 'MUSTER_CAMPAIGN_MINUTES'

/** How many changes the campaign `webhooks` makes. */
export const changesVariable = 'MUSTER_CAMPAIGN_CHANGES'

export const changesOfCampaign = () => Number(process.env[changesVariable])

/** Of how many people a soak is. */
export const peopleVariable = 'MUSTER_CAMPAIGN_PEOPLE'

export const isSoak = process.env[peopleVariable] !== undefined

export const soakOptions = () => ({
  people: Number(process.env[peopleVariable] ?? 200),
  minutes: isSoak ? Number(process.env[minutesVariable]) : 0.3,
})

/** The commit of the version that a rolling upgrade begins with. */
export const formerVariable = 'MUSTER_CAMPAIGN_FROM'

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
