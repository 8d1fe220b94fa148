import type { YearOptions } from './live-a-year.ts'

/** The options of a year, set by campaign.ts; without them the suite lives two weeks of a small organisation. */
export const yearVariable = 'MUSTER_CAMPAIGN_YEAR'

export const isCampaign = process.env[yearVariable] !== undefined
const asked: Partial<YearOptions> = JSON.parse(process.env[yearVariable] ?? '{}')

/** In the suite what a calendar plans comes three times as often. */
export const yearOptions: YearOptions = {
  seed: 1,
  people: 30,
  days: 14,
  deepDays: 1,
  pace: isCampaign ? 1 : 3,
  ...asked,
}
