import './webkit.ts'
import '../../workers/engine.worker.ts'
