import { type Edit, type Some } from './moves.ts'
import type { Feed, FeedAccount } from './product.ts'
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

export function applyEdit(session: Session, source: string, each: Edit): void {
  const feed = session.feeds[source] ?? new Map()
  const normal = session.normal[source] ?? new Map()
  if (each.edit === 'normal') session.feeds[source] = cloneFeed(normal)
  else if ('some' in each) editSome(feed, normal, each)
  else editAll(feed, each)
}

function editSome(feed: Feed, normal: Feed, each: Extract<Edit, { some: Some }>): void {
  const ids = chosen(
    [...(each.edit === 'restore' ? normal : feed).keys()].filter(
      (id) => each.edit === 'restore' || !['boss', 'deputy'].includes(id),
    ),
    each.some,
  )
  for (const id of ids) {
    const account = (each.edit === 'restore' ? normal : feed).get(id) ?? never()
    switch (each.edit) {
      case 'suspend':
        account.status = 'SUSPENDED'
        break
      case 'remove':
        feed.delete(id)
        break
      case 'restore':
        feed.set(id, structuredClone(account))
        break
      case 'keep':
        normal.set(id, structuredClone(account))
        break
      case 'new ids':
        feed.delete(id)
        giveNewId(feed, id, account)
        break
      case 'set':
        if (id !== each.to) account.values[each.key] = each.to
        break
      case 'level':
        account.values['level'] = each.to
    }
  }
}

function editAll(feed: Feed, each: Exclude<Edit, { some: Some } | { edit: 'normal' }>): void {
  const accounts = [...feed.values()]
  switch (each.edit) {
    case 'lose column':
      for (const { values } of accounts) delete values[each.column]
      return
    case 'suspend all':
      for (const account of accounts) account.status = 'SUSPENDED'
      return
    case 'swap columns':
      for (const { values } of accounts) swapColumns(values)
      return
    case 'swap managers':
      swapManagers(feed)
      return
    case 'rename':
      for (const { values } of accounts)
        if (values['department'] === each.from) values['department'] = each.to
      return
    case 'new':
      for (let at = 0; at < each.count; at++) addPerson(feed, each)
  }
}

function giveNewId(feed: Feed, id: string, account: FeedAccount): void {
  const newId = `${account.employeeId}-${freshNumber()}`
  feed.set(newId, account)
  for (const { values } of feed.values()) if (values['manager'] === id) values['manager'] = newId
}

function swapColumns(values: Record<string, string>): void {
  const { department, title, ...others } = values
  for (const key of Object.keys(values)) delete values[key]
  Object.assign(values, others)
  if (title !== undefined) values['department'] = title
  if (department !== undefined) values['title'] = department
}

function swapManagers(feed: Feed): void {
  const [boss, m1] = [feed.get('boss'), feed.get('m1')]
  if (boss === undefined || m1 === undefined) return
  boss.values['manager'] = 'm1'
  delete m1.values['manager']
}

function addPerson(feed: Feed, { department, title }: { department: string; title: string }): void {
  const id = `n${freshNumber()}`
  feed.set(id, {
    employeeId: id,
    status: 'ACTIVE',
    values: { department, title, manager: 'm1' },
  })
}

export function never(): never {
  throw new Error('there is no such thing')
}

export const compareText = (a: string, b: string): number => (a < b ? -1 : 1)
