import { encodeId } from '../../contract/ids.ts'
import {
  makeOwner,
  testServer,
  type Answer,
  type Person,
  type TestServer,
} from '../../../test/harness.ts'
import {
  manifestOf,
  storeIntegrations,
  storePeople,
  type FixturePerson,
} from '../../../test/people-fixture.ts'

export type PolicyServer = TestServer & {
  owner: Person
  /** Moves the injected clock. */
  pass: (milliseconds: number) => void
  now: () => number
  send: (method: string, path: string, body?: unknown, as?: Person) => Promise<Answer>
  /** Returns the response if it has the expected status, or throws. */
  expect: (
    status: number,
    method: string,
    path: string,
    body?: unknown,
    as?: Person,
  ) => Promise<Answer>
  /** The id of a person, by e-mail; of a ruleset, by the vendor id of its resource or the name of its attribute. */
  personId: (email: string) => Promise<string>
  rulesetId: (name: string) => Promise<string>
  manifest: (name: string) => Promise<string[]>
}

export const day = 86_400_000
const start = Date.parse('2026-05-01T00:00:00Z')

/** A server with an idp and a codehost (people-fixture.ts), these people, and managed rulesets of the groups 12 and 13. */
export async function policyServer(
  people: readonly FixturePerson[],
  options: Pick<NonNullable<Parameters<typeof testServer>[0]>, 'onlyAnswers' | 'webhookHosts'> = {},
): Promise<PolicyServer> {
  let now = start
  const server = await testServer({ ...options, clock: () => new Date(now) })
  await storeIntegrations(server.database)
  await storePeople(server.database, people)
  await server.database.transaction(({ tx }) =>
    tx
      .insertInto('ruleset')
      .columns(['type', 'resource_id', 'state', 'expires_after_days'])
      .expression(
        tx
          .selectFrom('resource')
          .select((select) => [
            'type',
            'id',
            select.val('managed').as('state'),
            select.val(3).as('days'),
          ]),
      )
      .execute(),
  )
  const owner = await makeOwner(server)
  const send = (method: string, path: string, body?: unknown, as: Person = owner) =>
    server.call(method, path, { token: as.token, ...(body === undefined ? {} : { body }) })
  return Object.assign(server, {
    owner,
    now: () => now,
    pass: (milliseconds) => void (now += milliseconds),
    send,
    expect: async (status, method, path, body, as) => {
      const answer = await send(method, path, body, as)
      if (answer.status !== status)
        throw new Error(`${method} ${path}: ${answer.status} ${answer.text}`)
      return answer
    },
    personId: async (email) => {
      const [row] = await server.query<{ id: string }>(
        'select id from directory_user where email = $1',
        [email],
      )
      return encodeId('directoryUser', row?.id ?? '')
    },
    rulesetId: async (name) => {
      const [row] = await server.query<{ id: string }>(
        `select s.id from ruleset s left join resource o on o.id = s.resource_id left join attribute a on a.id = s.attribute_id
         where coalesce(o.vendor_id, a.name) = $1`,
        [name],
      )
      return encodeId('ruleset', row?.id ?? '')
    },
    manifest: (name) => manifestOf(server, name),
  } satisfies Omit<PolicyServer, keyof TestServer>)
}

/** A condition on the idp's profiles. */
export const onProfile = (
  profile_key: string,
  profile_value: string,
  profile_operator = 'equals',
) => ({
  type: 'identity',
  profile_key,
  profile_operator,
  profile_value,
})
