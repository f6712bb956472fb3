import { DarkroomError } from '../../../../src/shared/errors.ts'

/** The parts that are used of a WebAssembly build of Ghostscript: an Emscripten module with an in-memory file system. */
interface Ghostscript {
  FS: {
    writeFile(path: string, data: Uint8Array): void
    readFile(path: string): Uint8Array
  }
  /** Runs the program with arguments as on a command line, and returns its exit status. */
  callMain(args: string[]): number
}

/** The default export of such a module. */
type CreateGhostscript = (options: {
  noInitialRun: boolean
  locateFile(name: string): string
  print(line: string): void
  printErr(line: string): void
}) => Promise<Ghostscript>

const INPUT = 'program.eps'
const OUTPUT = 'page.png'

/** The first page, cropped to the bounding box, at one pixel a point, without access to other files. */
const ARGUMENTS = [
  '-q',
  '-dSAFER',
  '-dBATCH',
  '-dNOPAUSE',
  '-dEPSCrop',
  '-dFirstPage=1',
  '-dLastPage=1',
  '-r72',
  '-sDEVICE=png16m',
  `-sOutputFile=${OUTPUT}`,
  INPUT,
]

/** Lines of output that are kept to find the error in: a program can print without end. */
const MAX_LOG_LINES = 20

let interpreterUrl: string | undefined

/** Sets the absolute URL of an interpreter's module. It is loaded when the first program comes. */
export function usePostScript(url: string | undefined): void {
  interpreterUrl = url
}

/** Whether an interpreter was configured. */
export const hasInterpreter = (): boolean => interpreterUrl !== undefined

/**
 * Renders the first page of a PostScript program with Ghostscript, as a PNG file. Each program gets a new instance, so
 * that one that fails leaves nothing behind.
 * @throws DarkroomError NETWORK if the interpreter cannot be loaded; Error if the program fails.
 */
export async function renderPostScript(program: Uint8Array): Promise<Uint8Array> {
  const log: string[] = []
  const print = (line: string) => {
    if (log.length < MAX_LOG_LINES) log.push(line)
  }
  const ghostscript = await startGhostscript(interpreterUrl as string, print)
  try {
    ghostscript.FS.writeFile(INPUT, program)
    const status = ghostscript.callMain(ARGUMENTS)
    if (status !== 0) throw new Error(log.find((line) => /error/i.test(line)) ?? `exit ${status}`)
    return ghostscript.FS.readFile(OUTPUT)
  } catch (error) {
    const why = (error as Error).message
    throw new Error(`an EPS that Ghostscript could not draw (${why})`, { cause: error })
  }
}

async function startGhostscript(url: string, print: (line: string) => void): Promise<Ghostscript> {
  try {
    const module: { default: CreateGhostscript } = await import(
      /* webpackIgnore: true */ /* @vite-ignore */ url
    )
    return await module.default({
      noInitialRun: true,
      // Emscripten would look for its WebAssembly beside the worker's script.
      locateFile: (name) => new URL(name, url).href,
      print,
      printErr: print,
    })
  } catch (cause) {
    const why = (cause as Error).message
    throw new DarkroomError('NETWORK', `Could not load Ghostscript from ${url}: ${why}`, { cause })
  }
}
