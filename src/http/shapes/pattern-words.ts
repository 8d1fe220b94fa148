import { emailPattern, somethingVisible } from './schema.ts'

/** Describes a pattern of this API in words; a pattern of a single field is shown as it is. */
export function patternWords(pattern: string): string {
  if (pattern === somethingVisible) return 'must not be blank'
  if (pattern === emailPattern) return 'must be an e-mail address, such as name@example.com'
  if (pattern.startsWith(String.raw`^\d{4}-\d{2}-\d{2}T`))
    return 'must be an ISO 8601 date and time with a zone, such as 2027-01-31T00:00:00Z'
  const [, prefix] = /^\^\(?([a-z]+_)\[0-7\]/.exec(pattern) ?? []
  const orRef = pattern.includes(String.raw`|\$`) ? ', or a `$ref` of this plan' : ''
  if (prefix !== undefined) return `must be an id that begins with ${prefix}${orRef}`
  const [, words] = /^\^\(([\w|]+)\)\(,\(\1\)\)\*\$$/.exec(pattern) ?? []
  if (words !== undefined)
    return `must be any of ${words.replaceAll('|', ', ')}, separated by commas`
  return `must match ${pattern}`
}
