import { sql } from 'kysely'
import { Type, type Static } from 'typebox'
import { holds } from '../../access/rights.ts'
import { encodeId } from '../../contract/ids.ts'
import { permissions, type Permission } from '../../contract/permissions.ts'
import { dayMilliseconds } from '../../contract/time.ts'
import type { ReadContext } from '../../http/route/route.ts'
import { Id, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import type { FindHolders } from './find-holders.ts'

/** A server that has been used for so long needs no steps about sign-in and backups, which may be arranged outside of it. */
const lastingDays = 14

const neededLater = ['people', 'groups', 'rule'] as const
const stepNames = [...neededLater, 'sign_in', 'backup'] as const
type StepName = (typeof stepNames)[number]

const Step = Shape({
  step: OneOf(stepNames),
  is_done: Type.Boolean({ examples: [false] }),
  may_do: Type.Boolean({ examples: [true] }),
  permissions: Type.Array(OneOf(permissions), { description: 'What the step takes' }),
  doers: Type.Array(Text(200, { examples: ['Ada Moreau'] }), {
    maxItems: 3,
    description:
      'People who hold these permissions, if the caller does not and the step is not done',
  }),
})

const FirstAnswer = Shape({
  directory_user_id: Id('directoryUser'),
  full_name: Text(401, { examples: ['Ada Moreau'] }),
  ruleset_id: Id('ruleset'),
  name: Text(1000, { description: 'Of the resource or attribute', examples: ['Backend'] }),
})

export const FirstSteps = Nullable(
  Shape(
    {
      steps: Type.Array(Step, {
        maxItems: stepNames.length,
        description: 'Those that the caller may see',
      }),
      answer: Nullable(FirstAnswer),
    },
    {
      description:
        `What a new server still lacks, in order: people, groups with members, a rule in force on a resource (or one that a person made ${lastingDays} days ago), another person or an issuer to sign in with, a scheduled backup. \`answer\` is a person and what they have. ` +
        `Null once all of it is there, and ${lastingDays} days after the first owner was made if there are people, groups and a rule. Each step needs the permission to see what it counts`,
    },
  ),
)

type Facts = Record<StepName, boolean>

/** `sees`: what it takes to know whether it is done. `takes`: to do it. */
const steps: Readonly<Record<StepName, { sees: Permission; takes: readonly Permission[] }>> = {
  people: {
    sees: 'directory.user.view',
    takes: ['workspace.integration.manage', 'workspace.integration.sync'],
  },
  groups: {
    sees: 'directory.resource.view',
    takes: ['workspace.integration.manage', 'workspace.integration.sync'],
  },
  rule: { sees: 'policy.rule.view', takes: ['policy.ruleset.manage', 'policy.rule.manage'] },
  sign_in: { sees: 'workspace.user.view', takes: ['workspace.user.manage'] },
  // Made on the machine of the server. The people who manage sign-in are the ones to ask.
  backup: { sees: 'workspace.user.view', takes: ['workspace.user.manage'] },
}

/** What is missing before the first question about access can be asked, and what should follow. */
export async function findFirstSteps(
  context: ReadContext,
  findHolders: FindHolders,
): Promise<Static<typeof FirstSteps>> {
  const { may, services } = context
  const facts = await findFacts(context)
  const isDone = (step: StepName) =>
    facts[step] || (step === 'sign_in' && services.issuers.length > 0)
  if (stepNames.every(isDone)) return null
  if (neededLater.every(isDone) && (await isOld(context))) return null
  const shown = []
  for (const step of stepNames) {
    const { sees, takes } = steps[step]
    if (!may(sees)) continue
    const mayDo = takes.every((each) => holds(context.caller, each))
    const is_done = isDone(step)
    const doers = is_done || mayDo ? [] : await findHolders(takes)
    shown.push({ step, is_done, may_do: mayDo, permissions: [...takes], doers })
  }
  if (shown.length === 0) return null
  return { steps: shown, answer: await findAnswer(context) }
}

/** Since the first person who could sign in was made. */
async function isOld({ db, now }: ReadContext): Promise<boolean> {
  const { rows } = await sql<{ made_at: Date | null }>`
    select min(created_at) as made_at from workspace_user`.execute(db)
  const madeAt = rows[0]?.made_at ?? null
  return madeAt !== null && now.getTime() - madeAt.getTime() > lastingDays * dayMilliseconds
}

/** Whether there is any: none of it counts. An attribute has imported rules, which say nothing about use. */
async function findFacts({ db, now }: ReadContext): Promise<Facts> {
  const { rows } = await sql<Facts>`
    select exists (select from directory_user where deleted_at is null) as people,
      exists (select from resource_member) as groups,
      exists (select from rule r join ruleset rs on rs.id = r.ruleset_id
        where r.state in ('active', 'expiring') and (rs.resource_id is not null
          or not r.is_imported and r.created_at < ${now}::timestamptz - ${lastingDays} * interval '1 day')) as rule,
      (select count(*) > 1 from (select from workspace_user where base_state = 'active' limit 2) users) as sign_in,
      exists (select from schedule where name = 'backup') as backup`.execute(db)
  const [facts] = rows
  if (facts === undefined) throw new Error('a query without a table has one row')
  return facts
}

type Answer = {
  person: string
  full_name: string
  ruleset: string
  name: string
}

/** A person in the largest group, else with an attribute, such as a department. */
async function findAnswer({ db, may }: ReadContext): Promise<Static<typeof FirstAnswer> | null> {
  if (!may('policy.rule.view') || !may('directory.user.view')) return null
  // Attributes have no tally: the first that anyone has is found by an index.
  const member = sql`cross join lateral (select directory_user_id from policy_user u
    where u.ruleset_id = rs.id and u.deleted_at is null order by u.directory_user_id limit 1) u`
  const { rows } = await sql<Answer>`
    select p.id as person, p.full_name, s.id as ruleset, s.name
    from (
      (select rs.id, o.name, u.directory_user_id
        from ruleset rs join resource o on o.id = rs.resource_id join ruleset_tally t on t.ruleset_id = rs.id ${member}
        where t.people > 0 order by t.people desc, rs.id limit 1)
      union all
      (select rs.id, a.name, u.directory_user_id
        from ruleset rs join attribute a on a.id = rs.attribute_id join dimension d on d.id = a.dimension_id ${member}
        order by d.handle <> 'department', rs.id limit 1)
      limit 1) s
    join directory_user p on p.id = s.directory_user_id`.execute(db)
  const [found] = rows
  if (found === undefined) return null
  const { person, full_name, ruleset, name } = found
  return {
    directory_user_id: encodeId('directoryUser', person),
    full_name,
    ruleset_id: encodeId('ruleset', ruleset),
    name,
  }
}
