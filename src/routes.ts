import type { Route } from './http/route.ts'
import { describeDirectoryUser } from './directory/users/describe-directory-user.ts'
import { ping } from './workspace/auth/ping.ts'
import { testToken } from './workspace/auth/test-token.ts'

/** Every endpoint, in the order of the reference. One line each. */
export const routes: readonly Route[] = [
  ping,
  testToken,
  describeDirectoryUser,
]
