import { Link, useRouter } from '@tanstack/react-router'
import type { ReactNode } from 'react'

/** A link to a page that may not be part of this console. Without the page, its text alone, or the `fallback`. */
export function PageLink({
  to,
  params,
  fallback,
  children,
}: {
  /** The address as its route names it: `/policy/$ruleset`. */
  to: string
  params: Readonly<Record<string, string>>
  fallback?: ReactNode
  children: ReactNode
}) {
  const { routesByPath } = useRouter()
  if (!(to in routesByPath)) return fallback === undefined ? children : fallback
  const address = to.replaceAll(/\$(\w+)/g, (_whole, name: string) => params[name] ?? '')
  return (
    <Link to={address} className="link">
      {children}
    </Link>
  )
}
