import { parse, type Filter } from 'scim2-parse-filter'
import type { ClientProfile } from './client-profiles.ts'
import { invalidFilter } from './scim-problem.ts'

const longestFilter = 2000
const mostParentheses = 50

/**
 * Parses a filter of RFC 7644, section 3.4.2.2. Texts in it are JSON; where one is not, as with a single backslash, it is taken as it
 * is written.
 * @throws ScimProblem 400 invalidFilter
 */
export function parseFilter(
  text: string,
  { takesLooseFilters }: Pick<ClientProfile, 'takesLooseFilters'>,
): Filter {
  if (text.length > longestFilter)
    throw invalidFilter(`The filter is longer than ${longestFilter} characters.`)
  const texts: string[] = []
  // The library reads escapes in another way than JSON does, so it gets numbers for the texts.
  const number = (found: string) => `"${texts.push(found) - 1}"`
  const strict = text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (quoted) => number(unquote(quoted)))
  const numbered = takesLooseFilters ? asStrict(strict, number) : strict
  if (numbered.includes('].')) throw invalidFilter('Nothing follows brackets in a filter.')
  if ((numbered.match(/[([]|\bnot\b/gi)?.length ?? 0) > mostParentheses)
    throw invalidFilter(`The filter has more than ${mostParentheses} parentheses.`)
  if (texts.some((each) => each.includes('\0') || !each.isWellFormed()))
    throw invalidFilter('The filter has characters that are not allowed.')
  try {
    return withTexts(parse(numbered), texts)
  } catch (error) {
    const why = error instanceof Error ? error.message : String(error)
    throw invalidFilter(
      `The filter can't be read: ${why.slice(0, 200)}. An example is userName eq "bjensen".`,
    )
  }
}

/** How many tests a filter has. */
export function comparisonsIn(filter: Filter): number {
  switch (filter.op) {
    case 'and':
    case 'or':
      return filter.filters.reduce((sum, each) => sum + comparisonsIn(each), 0)
    case 'not':
      return comparisonsIn(filter.filter)
    case '[]':
      return comparisonsIn(filter.valFilter)
    default:
      return 1
  }
}

/** A loose filter as RFC 7644 has it. `number` gives what stands for a text. */
function asStrict(numbered: string, number: (text: string) => string): string {
  return numbered
    .replaceAll(
      /\b(eq|ne|co|sw|ew|gt|ge|lt|le)(\s+)(?!(?:true|false|null)\b)([^\s"()[\]]+)/gi,
      (_, op: string, blank: string, word: string) => `${op}${blank}${number(word)}`,
    )
    .replaceAll(
      /\[([^[\]]*)\]\.([\w$-]+\s+(?:pr\b|\w+\s+(?:"\d+"|\w+)))/gi,
      (_, inner: string, rest: string) => `[(${inner}) and ${rest}]`,
    )
}

function unquote(quoted: string): string {
  try {
    return String(JSON.parse(quoted))
  } catch {
    return quoted.slice(1, -1)
  }
}

function withTexts(filter: Filter, texts: readonly string[]): Filter {
  switch (filter.op) {
    case 'and':
    case 'or':
      return { ...filter, filters: filter.filters.map((each) => withTexts(each, texts)) }
    case 'not':
      return { ...filter, filter: withTexts(filter.filter, texts) }
    case '[]':
      return { ...filter, valFilter: withTexts(filter.valFilter, texts) }
    case 'pr':
      return filter
    default: {
      const { op, compValue } = filter
      if (compValue === null && op !== 'eq' && op !== 'ne')
        throw new Error('null is compared by eq or ne')
      return typeof compValue === 'string'
        ? { ...filter, compValue: texts[Number(compValue)] ?? '' }
        : filter
    }
  }
}
