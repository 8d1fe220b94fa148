import { Type } from 'typebox'
import { clip, searchKey } from '../../contract/text.ts'
import { decodeId } from '../../contract/ids.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { Id, Instant } from '../../http/shapes/schema.ts'

export const maximumSuggestions = 50
const defaultSuggestions = 20

export const CountedAt = {
  ...Instant,
  description: 'When people were counted: at most a minute ago',
}

/** The parameters that suggestions share. */
export const suggestionQuery = {
  q: Type.Optional(
    Type.String({
      maxLength: 200,
      description: 'Only what contains it, blind to case and accents; first what begins with it',
      examples: ['eng'],
    }),
  ),
  integration: Type.Optional({
    ...Id('integration'),
    description: 'The integration whose accounts are read',
  }),
  limit: Type.Optional(
    Type.String({
      pattern: '^[1-9][0-9]?$',
      description: `1 to ${maximumSuggestions}, by default ${defaultSuggestions}`,
      examples: ['10'],
    }),
  ),
}

/** 400 for a limit that is too high. */
export function requireLimit(limit: string | undefined): void {
  if (Number(limit) > maximumSuggestions)
    throw badRequest(`The query parameter limit must be at most ${maximumSuggestions}.`)
}

export function readLimit(limit: string | undefined): number {
  return Number(limit ?? defaultSuggestions)
}

/** The uuid of the parameter `integration`; 400 for an id of another kind. */
export function readIntegration(id: string | undefined): string | undefined {
  if (id === undefined) return undefined
  const uuid = decodeId('integration', id)
  if (uuid === undefined)
    throw badRequest(
      `The query parameter integration must be the id of an integration, not ${JSON.stringify(clip(id))}.`,
    )
  return uuid
}

/** What matches the text by its search key: first what begins with it, and otherwise in the order given. */
export function matching<Item>(
  items: readonly Item[],
  text: string,
  keyOf: (item: Item) => string,
): Item[] {
  const wanted = searchKey(text.trim())
  if (wanted === '') return [...items]
  const found = items.flatMap((item) => {
    const at = keyOf(item).indexOf(wanted)
    return at < 0 ? [] : [{ item, begins: at === 0 }]
  })
  return [...found.filter(({ begins }) => begins), ...found.filter(({ begins }) => !begins)].map(
    ({ item }) => item,
  )
}
