import { answerParent, readJson } from '../../processes/conversation.ts'
import { measureEngine, type EngineOptions } from './measure-engine.ts'

// A process of its own, so that its memory is the engine's.
answerParent({ measure: async (input) => measureEngine(readJson<EngineOptions>(input)) })
