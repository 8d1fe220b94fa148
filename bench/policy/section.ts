import { onEmptyMuster, asOwner } from '../empty-muster.ts'
import { answerParent, readJson } from '../processes/child.ts'
import { measureEngine, type EngineOptions } from './engine/measure-engine.ts'
import { measureSql, type SqlOptions } from './sql/measure-sql.ts'

// Each measurement has this process to itself, so that its memory is freed with it.
answerParent({
  engine: async (input) => measureEngine(readJson<EngineOptions>(input)),
  sql: async (input) =>
    onEmptyMuster(({ dataDirectory, database }) =>
      asOwner(dataDirectory, (owner) =>
        measureSql({ reader: database.read, owner }, readJson<SqlOptions>(input)),
      ),
    ),
})
