import { chosen, compareText } from './edits.ts'
import { approveLate, decide, look } from './incident-moves.ts'
import type { Move } from './moves.ts'
import { heldPeople } from './pending-facts.ts'
import {
  activate,
  deactivate,
  deactivateSeveral,
  giveException,
  setManager,
} from './person-moves.ts'
import { addRule, endRule, setLimit } from './policy-moves.ts'
import { primary, second } from './product.ts'
import { pass, type Session } from './session.ts'
import { recreateSource, sendByOtherMapping, sendFile, sendOneByOne } from './source-moves.ts'
import { takeBack } from './take-back.ts'

export async function perform(session: Session, each: Move): Promise<void> {
  session.product.use(each.server)
  switch (each.move) {
    case 'feed':
      return sendFile(session, primary, each)
    case 'second':
      return sendFile(session, second, each)
    case 'one by one':
      return sendOneByOne(session, primary, each)
    case 'mistake':
      return takeBack(session, each)
    case 'recreate':
      return recreateSource(session, each.server)
    case 'mapping':
      return sendByOtherMapping(session, each.server)
    case 'wait':
      return pass(session, each.milliseconds)
    case 'look':
      return void (await look(session, primary, null))
    case 'late':
      return approveLate(session, primary)
    case 'approve':
    case 'reject':
      return decide(session, each.source, each.move, heldOf(session, each), each.server)
    case 'limit':
      return setLimit(session, each)
    case 'deactivate':
      return deactivate(session, each.person)
    case 'activate':
      return activate(session, each.person)
    case 'exception':
      return giveException(session, each)
    case 'end rule':
      return endRule(session, each)
    case 'deprecate rule':
      return endRule(session, { ...each, inMilliseconds: each.milliseconds })
    case 'script':
      return deactivateSeveral(session, each.some)
    case 'manager':
      return setManager(session, each)
    case 'new rule':
      return addRule(session, each)
  }
}

/** The people that a decision is about; null for everyone. */
function heldOf(
  { world }: Session,
  { source, some }: Extract<Move, { move: 'approve' | 'reject' }>,
): Set<string> | null {
  if (some === null) return null
  return new Set(chosen([...heldPeople(world, source)].sort(compareText), some))
}
