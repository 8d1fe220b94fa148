import { randomUUID } from 'node:crypto'
import { namesVersion, preconditionFailed } from '../refusals/problem.ts'
import type { Route } from './route.ts'

/** `"<row version>.<representation>"`, quoted as the header wants it. */
export function formatEtag(version: number, representation: string): string {
  return `"${version}.${representation}"`
}

/** The tag of an answer that shows what is not settled. It works in If-Match, and never matches in If-None-Match. */
export function formatUnsettledEtag(version: number): string {
  return formatEtag(version, randomUUID())
}

/** True when If-None-Match names the whole of it, weakly compared, or is `*`. */
export function matchesEtag(ifNoneMatch: string | undefined, etag: string): boolean {
  if (ifNoneMatch === undefined) return false
  if (ifNoneMatch === etag || ifNoneMatch === '*') return true
  return ifNoneMatch.split(',').some((part) => part.trim().replace(/^W\//, '') === etag)
}

/** True for a write to a record that exists, which a POST with 201 is only where it adds a part to it. */
export function takesIfMatch(route: Route): boolean {
  // What takes a file makes something new of it.
  if (route.method === 'GET' || route.isDryRun === true || route.takesFile === true) return false
  if (Object.keys(route.params).length === 0) return route.method === 'PATCH'
  return ![201, 202].includes(route.status) || route.changesParent === true
}

/** 412 unless If-Match, when it was sent, names that row version. */
export function requireMatch(ifMatch: string | undefined, version: number): void {
  if (ifMatch !== undefined && !namesVersion(ifMatch, version)) throw preconditionFailed(version)
}
