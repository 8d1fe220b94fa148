import type { ApiList } from '../api/use-list.ts'

/** How many rows a list has, as far as the API counts. */
export function Total({
  total,
  label,
}: {
  total: ApiList<unknown>['total']
  label: (count: string) => string
}) {
  const count = total === undefined ? '' : total.count.toLocaleString('en')
  return <output>{total !== undefined && label(total.isCapped ? `${count}+` : count)}</output>
}
