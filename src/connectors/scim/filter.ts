import { parse, type Filter } from 'scim2-parse-filter'
import { invalidFilter } from './scim-problem.ts'

const longestFilter = 2000
const mostParentheses = 50

/**
 * Parses a filter of RFC 7644, section 3.4.2.2. Texts in it are JSON; where one is not, as with a single backslash, it is taken as it
 * is written.
 * @throws ScimProblem 400 invalidFilter
 */
export function parseFilter(text: string): Filter {
  if (text.length > longestFilter)
    throw invalidFilter(`The filter is longer than ${longestFilter} characters.`)
  const texts: string[] = []
  // The library reads escapes in another way than JSON does, so it gets numbers for the texts.
  const numbered = text.replaceAll(/"(?:[^"\\]|\\.)*"/gs, (quoted) => {
    texts.push(unquote(quoted))
    return `"${texts.length - 1}"`
  })
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
      const { compValue } = filter
      return typeof compValue === 'string'
        ? { ...filter, compValue: texts[Number(compValue)] ?? '' }
        : filter
    }
  }
}
