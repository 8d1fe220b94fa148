import { Type, type TObject } from 'typebox'
import { Shape } from './schema.ts'

/** The value of `include` that every record takes. */
export const abilitiesValue = 'abilities'

/** Adds `include` to a query that has none of its own: it takes `abilities` alone. */
export function withInclude(query: TObject): TObject {
  if (query.properties['include'] !== undefined) return query
  return Shape({ ...query.properties, include: Type.Optional(includeParameter([])) })
}

/** The parameter `include` of a route: any of these values and `abilities`. */
export function includeParameter(values: readonly string[]) {
  const known = [...values, abilitiesValue]
  const value = `(${known.join('|')})`
  return listParameter(known, {
    pattern: `^${value}(,${value})*$`,
    description: '`abilities`: what the caller may do with each record',
  })
}

/** A parameter of values separated by commas. The document shows it as a list of them ({@link listedValues}). */
export function listParameter(
  values: readonly string[],
  options: { pattern?: string; description: string },
) {
  return Type.String({ maxLength: 4000, ...options, [listKeyword]: values })
}

const listKeyword = 'x-values'

/** The values of a {@link listParameter}; undefined for any other. */
export function listedValues({ [listKeyword]: values }: Record<string, unknown>) {
  return Array.isArray(values) ? values.map(String) : undefined
}

/**
 * Reads `include` of a search: blanks around values, repeats and empty values are dropped, and `abilities` is taken out where the
 * route has them. The rest of the search is as it was sent.
 */
export function readIncludeOf(
  search: string,
  takesAbilities: boolean,
): { search: string; isAsked: boolean } {
  const parameters = new URLSearchParams(search)
  const [include, ...others] = parameters.getAll('include')
  if (include === undefined || others.length > 0) return { search, isAsked: false }
  const values = new Set(include.split(',').map((value) => value.trim()))
  values.delete('')
  const isAsked = takesAbilities && values.delete(abilitiesValue)
  const rest = [...values].join(',')
  if (rest === include && rest !== '') return { search, isAsked }
  if (rest === '') parameters.delete('include')
  else parameters.set('include', rest)
  return { search: parameters.toString(), isAsked }
}
