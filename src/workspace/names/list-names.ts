import { sql } from 'kysely'
import { Type } from 'typebox'
import { decodeId, encodeId, type IdKind } from '../../contract/ids.ts'
import { kindOfPrefix, recordTypes } from '../../contract/record-types.ts'
import { uuids } from '../../database/uuids.ts'
import { badRequest } from '../../http/refusals/problem.ts'
import { readRoute, type ReadContext } from '../../http/route/route.ts'
import { OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { nameableKinds } from './nameable-kinds.ts'

const maximumIds = 100
const nameableTypes = nameableKinds.map(({ kind }) => recordTypes[kind])

export const listNames = readRoute({
  id: 'listNames',
  url: '/workspace/names',
  summary: 'Name records by their ids',
  description:
    `How the records of \`ids\` are called, for texts such as rows of the audit log that name records by id. At most ${maximumIds} ids, of ` +
    'people who are in the directory or sign in, identities, resources, attributes, dimensions, rulesets, rules, integrations, services and roles; ' +
    'deleted records have their last name. Left out is what the caller may not view, what does not exist or has no name, and every other kind.',
  access: 'token',
  cost: 2,
  query: Shape({
    ids: Type.String({
      minLength: 1,
      maxLength: 3400,
      description: `Up to ${maximumIds} ids of any kinds, separated by commas`,
      examples: ['drusr_01kaf7m2t4e8j9p3q5r7s9v1wx,poset_01kaf7m2t4e8j9p3q5r7s9v1wx'],
    }),
  }),
  snapshot: () => true,
  response: Shape(
    {
      data: Type.Array(
        Shape({
          id: Text(32, { examples: ['drusr_01kaf7m2t4e8j9p3q5r7s9v1wx'] }),
          type: OneOf(nameableTypes),
          name: Text(1500, { examples: ['Ada Moreau'] }),
        }),
        { maxItems: maximumIds },
      ),
    },
    { $id: 'RecordNames' },
  ),
  checkQuery: ({ ids }) => {
    const { length } = ids.split(',')
    if (length > maximumIds)
      throw badRequest(`The query parameter ids takes at most ${maximumIds} ids, not ${length}.`)
  },
  handler: async (context) => {
    const byKind = uuidsByKind(context.query.ids)
    const names = []
    for (const each of nameableKinds) {
      const wanted = byKind.get(each.kind)
      if (wanted !== undefined) names.push(...(await namesOf(context, each, wanted)))
    }
    return { data: names }
  },
})

/** The uuids of ids that are well formed, by what their prefix says. */
function uuidsByKind(ids: string): ReadonlyMap<IdKind, string[]> {
  const found = new Map<IdKind, string[]>()
  for (const id of ids.split(',').map((each) => each.trim())) {
    const kind = kindOfPrefix(id.split('_')[0] ?? '')
    const uuid = kind && decodeId(kind, id)
    if (kind === undefined || uuid === undefined) continue
    found.set(kind, [...(found.get(kind) ?? []), uuid])
  }
  return found
}

async function namesOf(
  context: ReadContext,
  { kind, from, id, name, isVisible }: (typeof nameableKinds)[number],
  wanted: readonly string[],
) {
  const { rows } = await sql<{ id: string; name: string | null }>`
    select ${id} as id, ${name} as name from ${from}
    where ${id} = any (${uuids(wanted)}) and ${isVisible(context)}`.execute(context.db)
  return rows.flatMap((row) =>
    row.name === null || row.name.trim() === ''
      ? []
      : [{ id: encodeId(kind, row.id), type: recordTypes[kind], name: row.name }],
  )
}
