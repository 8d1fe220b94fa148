import { text } from './text.ts'

// In this order: most browsers also name those that they are like.
const browsers: readonly (readonly [RegExp, string])[] = [
  [/Edg\//, 'Edge'],
  [/OPR\//, 'Opera'],
  [/Firefox\//, 'Firefox'],
  [/Chrom(e|ium)\//, 'Chrome'],
  [/Safari\//, 'Safari'],
]
const systems: readonly (readonly [RegExp, string])[] = [
  [/Windows/, 'Windows'],
  [/iPhone|iPad/, 'iOS'],
  [/Android/, 'Android'],
  [/Mac OS/, 'macOS'],
  [/CrOS/, 'ChromeOS'],
  [/Linux/, 'Linux'],
]

/** A user agent as people call it: "Firefox on Windows". What is not known is shown as it is. */
export function browserOf(agent: string | null): string {
  if (agent === null || agent === '') return text.sessions.unknown
  const find = (known: typeof browsers) => known.find(([pattern]) => pattern.test(agent))?.[1]
  const [browser, system] = [find(browsers), find(systems)]
  if (browser === undefined) return agent
  return system === undefined ? browser : `${browser} on ${system}`
}
