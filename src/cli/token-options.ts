import { InvalidArgumentError, Option } from 'commander'

/** What a new token may do: repeatable. `usual`: what it may do without the option. */
export function scopeOption(usual: string): Option {
  return new Option('--scope <scope...>', `permissions or patterns (default: ${usual})`)
    .env('MUSTER_TOKEN_SCOPE')
    .argParser((text, before: string[] | undefined) => [
      ...(before ?? []),
      ...text.split(/[\s,]+/).filter((scope) => scope !== ''),
    ])
}

export function daysOption(): Option {
  return new Option('--days <number>', 'its life (default: 90, at most 365)')
    .env('MUSTER_TOKEN_DAYS')
    .argParser((text) => {
      if (/^\d{1,3}$/.test(text) && Number(text) > 0) return Number(text)
      throw new InvalidArgumentError('It must be a number of days, from 1 to 365.')
    })
}
