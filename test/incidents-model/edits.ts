import { type Edit, type Some } from './moves.ts'
import type { Feed } from './product.ts'
import { cloneFeed, type Session } from './session.ts'

/** These of a list, which is taken as a ring. */
export function chosen<Item>(items: readonly Item[], { from, count }: Some): Item[] {
  return Array.from(
    { length: Math.min(count, items.length) },
    (_, at) => items[(from + at) % items.length],
  ).flatMap((item) => (item === undefined ? [] : [item]))
}

let fresh = 0

/** A number that no other name of this process has. */
export function freshNumber(): number {
  fresh += 1
  return fresh
}

/** A source that names managers in a circle is another matter. */
export function withoutCircles(feed: Feed): void {
  for (const [id, { values }] of feed) {
    const seen = new Set([id])
    for (
      let next = values['manager'];
      next !== undefined;
      next = feed.get(next)?.values['manager']
    ) {
      if (seen.has(next)) delete values['manager']
      if (seen.has(next)) break
      seen.add(next)
    }
  }
}

export function applyEdit(session: Session, source: string, each: Edit): void {
  const feed = session.feeds[source] ?? new Map()
  const normal = session.normal[source] ?? new Map()
  const ids = [...feed.keys()].filter((id) => !['boss', 'deputy'].includes(id))
  switch (each.edit) {
    case 'lose column':
      for (const account of feed.values()) delete account.values[each.column]
      return
    case 'suspend all':
      for (const account of feed.values()) account.status = 'SUSPENDED'
      return
    case 'suspend':
      for (const id of chosen(ids, each.some))
        feed.set(id, { ...(feed.get(id) ?? never()), status: 'SUSPENDED' })
      return
    case 'remove':
      for (const id of chosen(ids, each.some)) feed.delete(id)
      return
    case 'restore':
      for (const id of chosen([...normal.keys()], each.some))
        feed.set(id, structuredClone(normal.get(id) ?? never()))
      return
    case 'keep':
      for (const id of chosen(ids, each.some))
        normal.set(id, structuredClone(feed.get(id) ?? never()))
      return
    case 'new ids':
      for (const id of chosen(ids, each.some)) {
        const account = feed.get(id) ?? never()
        feed.delete(id)
        feed.set(`${account.employeeId}-${freshNumber()}`, account)
      }
      return
    case 'set':
      for (const id of chosen(ids, each.some))
        if (id !== each.to) (feed.get(id) ?? never()).values[each.key] = each.to
      return
    case 'level':
      for (const id of chosen(ids, each.some)) (feed.get(id) ?? never()).values['level'] = each.to
      return
    case 'swap columns':
      for (const { values } of feed.values()) {
        const { department, title, ...others } = values
        const swapped = {
          ...others,
          ...(title === undefined ? {} : { department: title }),
          ...(department === undefined ? {} : { title: department }),
        }
        for (const key of Object.keys(values)) delete values[key]
        Object.assign(values, swapped)
      }
      return
    case 'swap managers': {
      const [boss, m1] = [feed.get('boss'), feed.get('m1')]
      if (boss === undefined || m1 === undefined) return
      boss.values['manager'] = 'm1'
      delete m1.values['manager']
      return
    }
    case 'rename':
      for (const { values } of feed.values())
        if (values['department'] === each.from) values['department'] = each.to
      return
    case 'new':
      for (let at = 0; at < each.count; at++) {
        const id = `n${freshNumber()}`
        feed.set(id, {
          employeeId: id,
          status: 'ACTIVE',
          values: { department: each.department, title: each.title, manager: 'm1' },
        })
      }
      return
    case 'normal':
      session.feeds[source] = cloneFeed(normal)
  }
}

export function never(): never {
  throw new Error('there is no such thing')
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : 1)
