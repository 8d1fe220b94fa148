import { answerParent, readJson } from '../../processes/conversation.ts'
import { measurePeers, type PeersOptions } from './measure-peers.ts'

answerParent({ measure: async (input) => measurePeers(readJson<PeersOptions>(input)) })
