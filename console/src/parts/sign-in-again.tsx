import { Button } from '@mantine/core'
import { useApi } from '../api/use-api.ts'
import { Id } from './id.tsx'

/** How a person repeats a change for which their sign-in was too old: in another tab, so that what they typed stays here. */
export function SignInAgain() {
  const { data, error } = useApi('/auth/issuers')
  if (data === undefined && error === null) return null
  const issuers = data?.data ?? []
  return (
    <>
      <p>{issuers.length > 0 ? text.byIssuer : text.byLink}</p>
      {issuers.length === 0 && <Id value="muster sign-in-link" />}
      {issuers.map(({ handle, name, url }) => (
        <div key={handle}>
          <Button
            component="a"
            href={startOf(url, { isAgain: true })}
            target="_blank"
            rel="noreferrer"
          >
            {text.again(name)}
          </Button>
        </div>
      ))}
    </>
  )
}

/** The start of a sign-in that ends at this page. `isAgain`: the issuer asks a person who is signed in there too. */
export function startOf(url: string, { isAgain = false } = {}): string {
  const start = new URL(url)
  const { pathname, search, hash } = location
  start.searchParams.set('return_to', pathname + search + hash)
  if (isAgain) start.searchParams.set('max_age', '0')
  return start.href
}

const text = {
  byIssuer: 'Sign in in another tab, then try again here: what you have entered stays.',
  byLink:
    'Open a new sign-in link in another tab, then try again here: what you have entered stays.',
  again: (issuer: string) => `Sign in again with ${issuer}`,
}
