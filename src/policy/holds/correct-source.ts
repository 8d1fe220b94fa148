import { sql } from 'kysely'

/** How the facts of an integration come in. */
export type Feed = { feed: 'push' | 'sync' | 'import'; handle: string }

/** The feed of an integration (`g`), as SQL. */
export const feedOf = sql<Feed['feed']>`
  case when g.type = 'scim' then 'push' when g.connection is null then 'import' else 'sync' end`

/** What to do about a wrong source, so that its incident releases the people: `correct it and import its complete list again`. */
export function correctSource({ feed, handle }: Feed): string {
  switch (feed) {
    case 'import':
      return 'correct it and import its complete list again'
    case 'sync':
      return `correct it and sync it again: muster integration sync ${handle}`
    case 'push':
      return 'correct it at the identity provider, which pushes the change; if it does not, restart its provisioning'
  }
}
