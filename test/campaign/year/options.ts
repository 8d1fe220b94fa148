import type { YearOptions } from './live-a-year.ts'

/** The options of a year, set by campaign.ts; without them the suite lives some weeks of a small organisation. */
export const yearVariable = 'MUSTER_CAMPAIGN_YEAR'

export const isCampaign = process.env[yearVariable] !== undefined
const asked: Partial<YearOptions> = JSON.parse(process.env[yearVariable] ?? '{}')

export const yearOptions: YearOptions = { seed: 1, people: 40, days: 42, deepDays: 1, ...asked }
