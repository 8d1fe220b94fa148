import { directoryUserStates, personChanges } from '../../contract/states.ts'
import { Id, Nullable, OneOf, Shape, Text } from '../../http/shapes/schema.ts'
import { effectFields } from '../../policy/plans/effect-rows.ts'

const directory_user = Shape({
  id: Nullable(Id('directoryUser')),
  full_name: Text(401, { examples: ['Ada Moreau'] }),
  email: Nullable(Text(254, { examples: ['ada@acme.example'] })),
})

/** What the plan of a run would do to one person's place in one ruleset. A person that it would create has no id. */
export const ImportRunEffect = Shape(
  { directory_user, ...effectFields },
  { $id: 'ImportRunEffect' },
)

/** A person that a run would create or change. */
export const ImportRunPerson = Shape(
  {
    directory_user,
    change: OneOf(personChanges),
    state_after: OneOf(directoryUserStates, { description: 'Their state after the run' }),
  },
  { $id: 'ImportRunPerson' },
)
