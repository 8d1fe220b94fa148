import { sql, type CompiledQuery, type RawBuilder } from 'kysely'
import type { Reader } from './database.ts'

/**
 * A statement whose text is composed on its first use and kept: for long or frequent statements, composing costs
 * more than sending. `compose` gets the placeholder of each value that a run will bind, by its name.
 */
export function composedOnce<Row, Name extends string>(
  names: readonly Name[],
  compose: (value: (name: Name) => RawBuilder<unknown>) => RawBuilder<Row>,
): (reader: Reader, values: Record<Name, unknown>) => Promise<Row[]> {
  const marks = new Map(names.map((name) => [name, Symbol(name)]))
  const nameOf = new Map<unknown, Name>([...marks].map(([name, mark]) => [mark, name]))
  let composed: CompiledQuery<Row> | undefined
  return async (reader, values) => {
    composed ??= compose((name) => sql.val(marks.get(name))).compile(reader)
    const parameters = composed.parameters.map((parameter) => {
      const name = nameOf.get(parameter)
      return name === undefined ? parameter : values[name]
    })
    const { rows } = await reader.executeQuery<Row>({ ...composed, parameters })
    return rows
  }
}
