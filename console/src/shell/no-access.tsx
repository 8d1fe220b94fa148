import { Button } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { basePath } from '../api/base-path.ts'
import { sessionQuery, useSession } from '../api/session.ts'
import { useApi } from '../api/use-api.ts'
import { EmptyState } from '../parts/empty-state.tsx'
import { Id } from '../parts/id.tsx'
import { Page } from '../parts/page.tsx'
import { text } from './text.ts'

const { noAccess: words } = text

/** What a person without any role sees, such as after the first sign-in: that it worked, and who can give access. */
export function NoAccess() {
  const { owner_name: name, owner_id: id } = useSession()
  const { refetch, isFetching } = useQuery(sessionQuery)
  const [isAsked, setIsAsked] = useState(false)
  const { data: givers } = useApi('/auth/role-givers')
  const ask = () => {
    setIsAsked(true)
    void refetch()
  }
  return (
    <Page title={words.title(name)}>
      <EmptyState title={words.none}>
        <div className="column start gap-12">
          <p>{words.why}</p>
          <p>{words.who}</p>
          {givers !== undefined && givers.data.length > 0 && (
            <ul>
              {givers.data.map(({ name: giver, email }) => (
                <li key={`${giver} ${email ?? ''}`}>
                  {giver} {email !== null && <a href={`mailto:${email}`}>{email}</a>}
                </li>
              ))}
            </ul>
          )}
          <p>{words.address}</p>
          <Id value={`${location.origin}${basePath}/settings/users/${id}`} />
          <Button loading={isFetching} onClick={ask}>
            {words.again}
          </Button>
          <p role="status">{isAsked && !isFetching && words.still}</p>
        </div>
      </EmptyState>
    </Page>
  )
}
