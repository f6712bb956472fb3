import './faulty.ts'
import '../../workers/engine.worker.ts'
