import { muster } from '../../api/muster.ts'
import type { SuggestionQuery } from '../../parts/use-suggestions.ts'
import type { Subject } from './draft.ts'
import { resourceTypes } from './resource-types.ts'
import { kindWords } from '../../parts/kinds.ts'
import { text } from './text.ts'
import { searchText } from '../../parts/list/narrowing.ts'

const { editor } = text
/** What a person may read of what conditions ask about. */
export type SeenKinds = { attributes: boolean; keys: boolean; people: boolean; rules: boolean }

/** Dimensions, relations of people, and profile keys with how many people have them. The id of each is its subject. */
export function subjectsFor(seen: SeenKinds): (typed: string) => SuggestionQuery {
  return (typed) => ({
    key: ['subjects of conditions', seen],
    read: async (signal) => [
      ...(seen.attributes ? await dimensions(signal) : []),
      ...(seen.people ? relations : []),
      ...(seen.rules ? [access] : []),
      ...(seen.keys ? await keys(signal) : []),
    ],
    filteredBy: typed,
  })
}

/** The subject that a suggestion stands for. */
export function subjectOf(id: string): Subject {
  const subject: Subject = JSON.parse(id)
  return subject
}

function suggestionOf(label: string, section: string, subject: Subject) {
  return { id: JSON.stringify(subject), label, section }
}

async function dimensions(signal: AbortSignal) {
  const query = { 'page[size]': '100' }
  const { data } = await muster.get('/directory/dimensions', { params: { query }, signal })
  return data
    .filter(({ state, attributes_enabled }) => state === 'active' && attributes_enabled)
    .map((dimension) => {
      const name = dimension.name.toLowerCase()
      return suggestionOf(name, editor.sections.attributes, {
        type: 'attribute',
        dimension: { id: dimension.id, name },
      })
    })
}

const relations = (['direct_reports_of', 'all_reports_of', 'user'] as const).map((type) =>
  suggestionOf(editor.relations[type], editor.sections.people, { type }),
)

const access = suggestionOf(editor.relations.entitled_to, editor.sections.access, {
  type: 'entitled_to',
})

async function keys(signal: AbortSignal) {
  const query = { limit: '50' }
  const { data } = await muster.get('/policy/suggestions/keys', { params: { query }, signal })
  return data.map(
    ({ key, people, is_self_service: isOwn, integration: { id, handle, is_primary } }) => {
      const integration = is_primary ? null : { id, handle }
      return {
        id: JSON.stringify({ type: 'identity', key, integration } satisfies Subject),
        label: is_primary ? key : `${key} of ${handle}`,
        section: editor.sections.keys,
        detail: isOwn ? `${text.people(people)}, ${editor.selfService}` : text.people(people),
      }
    },
  )
}

/** The values under a profile key, the most frequent first, with how many people have them. */
export function valuesFor({
  key,
  integration,
}: Extract<Subject, { type: 'identity' }>): (typed: string) => SuggestionQuery {
  return (typed) => {
    const of = integration === null ? {} : { integration: integration.id }
    const query = { key, q: typed.trim(), limit: '30', ...of }
    return {
      key: ['/policy/suggestions/values', query],
      read: async (signal) => {
        const { data } = await muster.get('/policy/suggestions/values', {
          params: { query },
          signal,
        })
        return data.map(({ value, people }) => ({
          id: value,
          label: value,
          detail: text.people(people),
        }))
      },
    }
  }
}

/** Vendors' resources that have rules. A few letters filter what was read; more are searched for. */
export function resourcesFor(typed: string): SuggestionQuery {
  const search = searchText(typed)
  const query = {
    'filter[type]': resourceTypes.join(','),
    'page[size]': '200',
    ...(search !== undefined && { 'filter[search]': search }),
  }
  return {
    key: ['/policy/rulesets', 'suggestions', query],
    read: async (signal) => {
      const { data } = await muster.get('/policy/rulesets', { params: { query }, signal })
      return data.map(({ resource_id: id, type, policy_resource: { name } }) => ({
        id,
        label: name || id,
        detail: kindWords(type),
      }))
    },
    filteredBy: typed.trim(),
  }
}

/** The attributes of a dimension. A few letters filter what was read; more are searched for. */
export function attributesFor(dimension: string): (typed: string) => SuggestionQuery {
  return (typed) => {
    const wanted = typed.trim()
    const search = searchText(typed)
    const query = {
      'filter[dimension]': dimension,
      'filter[state]': 'active',
      'page[size]': '200',
      ...(search !== undefined && { 'filter[name_search]': search }),
    }
    return {
      key: ['/directory/attributes', 'suggestions', query],
      read: async (signal) => {
        const { data } = await muster.get('/directory/attributes', { params: { query }, signal })
        return data.map(({ id, name }) => ({ id, label: name }))
      },
      filteredBy: wanted,
    }
  }
}
