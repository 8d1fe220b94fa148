import type { Body } from 'muster-sdk'
import { muster } from '../api/muster.ts'
import { kindWords } from './kinds.ts'
import { searchText } from './list/narrowing.ts'
import { stateLooks } from './state-looks.ts'
import type { Suggestion, SuggestionQuery } from './use-suggestions.ts'

/** People of the directory by a few letters of their name, address or employee number. */
export function peopleFor(typed: string): SuggestionQuery {
  return searchFor('people', typed, ({ directory_users: people }) =>
    people?.map((each) => personOf(each)),
  )
}

/** Rulesets by a few letters of the name or handle of their resource. */
export function rulesetsFor(typed: string): SuggestionQuery {
  return searchFor('rulesets', typed, ({ rulesets }) =>
    rulesets?.map(({ id, type, policy_resource: { name, handle } }) => ({
      id,
      label: name,
      detail: joined(handle === name ? null : handle, kindWords(type)),
    })),
  )
}

/** `suggest`, and before a letter is typed the way to choose none, with an empty id. */
export function orNone(
  none: string,
  suggest: (typed: string) => SuggestionQuery,
): (typed: string) => SuggestionQuery {
  return (typed) =>
    typed.trim() === ''
      ? { key: ['none', none], read: async () => [{ id: '', label: none }] }
      : suggest(typed)
}

/** People who sign in, the first of them by name until enough letters are typed. */
export function workspaceUsersFor(typed: string): SuggestionQuery {
  const wanted = typed.trim()
  const search = searchText(typed)
  const query = {
    'filter[state]': 'staged,active,expiring',
    'page[size]': '50',
    ...(search !== undefined && { 'filter[name_search]': search }),
  }
  return {
    key: ['/workspace/users', query],
    read: async (signal) => {
      const { data } = await muster.get('/workspace/users', { params: { query }, signal })
      return data.map(({ id, name, email, state }) => ({
        id,
        label: name || email || id,
        detail: joined(email, state === 'active' ? null : stateLooks(state).word),
      }))
    },
    filteredBy: wanted,
  }
}

/** People who sign in and services: those who act. */
export function actorsFor(typed: string): SuggestionQuery {
  const users = workspaceUsersFor(typed)
  const services = searchFor('services', typed, servicesOf)
  return {
    ...users,
    key: ['actors', ...users.key],
    read: async (signal) => {
      const [people, others] = await Promise.all([
        users.read(signal),
        services.isAsked === true ? services.read(signal) : [],
      ])
      return [...(people ?? []), ...(others ?? [])]
    },
  }
}

/** Records of every kind that the search of the workspace finds. */
export function recordsFor(typed: string): SuggestionQuery {
  return searchFor('records', typed, (found) => [
    ...(found.directory_users ?? []).map((person) => personOf(person, { section: 'People' })),
    ...(found.resources ?? []).map(({ id, name, type }) => ({
      id,
      label: name,
      detail: kindWords(type),
      section: 'Groups',
    })),
    ...(found.rulesets ?? []).map(({ id, type, policy_resource: { name } }) => ({
      id,
      label: name,
      detail: kindWords(type),
      section: 'Rulesets',
    })),
    ...servicesOf(found),
    ...(found.integrations ?? []).map(({ id, name, handle }) => ({
      id,
      label: name,
      detail: handle,
      section: 'Sources',
    })),
  ])
}

type SearchResult = Body<'get', '/workspace/search'>

type FoundPerson = NonNullable<SearchResult['directory_users']>[number]

function personOf({ id, full_name, email }: FoundPerson, below: Pick<Suggestion, 'section'> = {}) {
  return { id, label: full_name || email || id, detail: email ?? undefined, ...below }
}

function servicesOf({ services }: SearchResult): Suggestion[] {
  return (services ?? []).map(({ id, name, handle }) => ({
    id,
    label: name,
    detail: handle,
    section: 'Services',
  }))
}

/** `pick` takes the records of one kind from the search of the workspace; undefined where it is withheld. */
function searchFor(
  kind: string,
  typed: string,
  pick: (found: SearchResult) => Suggestion[] | undefined,
): SuggestionQuery {
  const q = typed.trim()
  return {
    key: ['/workspace/search', kind, q],
    isAsked: q !== '',
    read: async (signal) =>
      pick(
        await muster.get('/workspace/search', { params: { query: { q, limit: '10' } }, signal }),
      ) ?? null,
  }
}

function joined(...parts: (string | null)[]): string | undefined {
  return parts.filter(Boolean).join(' · ') || undefined
}
