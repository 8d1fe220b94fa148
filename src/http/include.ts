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
  const any = values.length === 0 ? '' : `Any of ${known.join(', ')}, separated by commas. `
  return Type.String({
    maxLength: 4000,
    pattern: `^${value}(,${value})*$`,
    description: `${any}\`abilities\`: what the caller may do with each record`,
  })
}

/** Takes `abilities` out of the `include` of a search, which otherwise is as it was sent. */
export function takeAbilities(search: string): { search: string; isAsked: boolean } {
  const parameters = new URLSearchParams(search)
  const [include = '', ...others] = parameters.getAll('include')
  const values = include.split(',')
  const rest = values.filter((value) => value.trim() !== abilitiesValue)
  if (others.length > 0 || rest.length === values.length) return { search, isAsked: false }
  if (rest.length === 0) parameters.delete('include')
  else parameters.set('include', rest.join(','))
  return { search: parameters.toString(), isAsked: true }
}
