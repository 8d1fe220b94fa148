import { Link } from '@tanstack/react-router'
import { useMay } from '../api/session.ts'
import { useApiIf } from '../api/use-api.ts'
import { counted } from './counted.ts'
import { Notice } from './notice.tsx'

const text = {
  title: (drafts: number) => `If ${drafts === 1 ? 'the draft was' : 'the drafts were'} in force`,
  members: 'would enter and are members already',
  others: 'would enter and are no members yet',
  outside: 'members would be left out',
  capped: 'There are so many people that some were not compared.',
}

type Properties = { resource: string; /** How many there are. */ drafts: number }

/** What the drafts of a resource would do beside its members at the vendor. Each number leads to its people. */
export function DraftsBar({ resource, drafts }: Properties) {
  const seesPeople = useMay('directory.user.view')
  const seesMembers = useMay('directory.resource.view')
  const isCompared = seesPeople && seesMembers && drafts > 0
  const { data } = useApiIf(isCompared, '/directory/resources/{resource}/drift', {
    params: {
      path: { resource },
      query: { rules: 'staged', include: ['counts'], 'page[size]': '1' },
    },
  })
  const count = data?.count
  if (!isCompared || count === undefined) return null
  const parts = [
    {
      people: count.entering_members ?? 0,
      words: text.members,
      search: { enters: 'true', status: 'in_sync,role_differs' },
    },
    {
      people: count.entering_others ?? 0,
      words: text.others,
      search: { enters: 'true', status: 'missing' },
    },
    {
      people: count.extra + count.unmanaged,
      words: text.outside,
      search: { status: 'extra,unmanaged' },
    },
  ]
  return (
    <Notice tone="news" title={`${text.title(drafts)} (${counted(drafts, 'draft')})`}>
      <p className="flex wrap gap-16">
        {parts.map(({ people, words, search }) => (
          <Link
            key={words}
            to="/groups/$resource/compare"
            params={{ resource }}
            search={{ rules: 'staged', ...search }}
            className="link"
          >
            <b>{people.toLocaleString('en')}</b> {words}
          </Link>
        ))}
      </p>
      {data?.is_capped === true && <p>{text.capped}</p>}
    </Notice>
  )
}
