import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
} from 'kysely'
import { connectDatabase } from '../../src/database/connect-database.ts'
import type { DB } from '../../src/database/gen/tables.ts'
import { findDescribedUser } from '../../src/directory/users/describe-queries.ts'
import { policyCacheOf } from '../../src/policy/model/policy-cache-of.ts'
import { hasStagedRules } from '../../src/directory/users/staged-rules.ts'
import type { World } from '../world/open-world.ts'
import type { Statement } from './stage.ts'

/** A person's row by its key, as small as a useful read gets. */
export const keyRead: Statement = {
  text: 'select id, state, full_name, email, version from directory_user where id = $1',
  values: [null],
  idAt: 0,
}

/** The very statement that a describe without `include` prepares, taken from the function that sends it. */
export async function describeStatement(world: World): Promise<Statement> {
  const needsFacts = await askPolicy(world.databaseUrl)
  const sent: { text: string; values: readonly unknown[] }[] = []
  const recorder = new Kysely<DB>({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => new DummyDriver(),
      createIntrospector: (db) => new PostgresIntrospector(db),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
    log: ({ query }) => void sent.push({ text: query.sql, values: query.parameters }),
  })
  const marker = 'the id'
  await findDescribedUser(recorder, marker, [], needsFacts)
  const [statement] = sent
  if (statement === undefined) throw new Error('findDescribedUser sent no statement')
  return {
    text: statement.text,
    values: [...statement.values],
    idAt: statement.values.indexOf(marker),
  }
}

/** Whether describes need the facts for evaluating staged rules. */
async function askPolicy(url: string): Promise<boolean> {
  const database = await connectDatabase({ connection: { url }, poolSize: 2 })
  try {
    return hasStagedRules((await policyCacheOf(database).compiledPolicy(database.read, 0)).compiled)
  } finally {
    await database.close()
  }
}
