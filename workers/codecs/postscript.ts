/** What is used of a WebAssembly build of Ghostscript: an Emscripten module with its files in memory. */
interface Ghostscript {
  FS: {
    writeFile(path: string, data: Uint8Array): void
    readFile(path: string): Uint8Array
  }
  /** Runs the program as from a shell, and returns its exit status. */
  callMain(options: string[]): number
}

/** The default export of such a module. */
type Start = (options: {
  noInitialRun: boolean
  locateFile(name: string): string
  print(line: string): void
  printErr(line: string): void
}) => Promise<Ghostscript>

const PROGRAM = 'program.eps'
const PAGE = 'page.png'

/** The first page, cut to the bounding box, a pixel a point; the program reaches no other files. */
const OPTIONS = [
  '-q',
  '-dSAFER',
  '-dBATCH',
  '-dNOPAUSE',
  '-dEPSCrop',
  '-dFirstPage=1',
  '-dLastPage=1',
  '-r72',
  '-sDEVICE=png16m',
  `-sOutputFile=${PAGE}`,
  PROGRAM,
]

/** Lines of what an interpreter says that may matter; a program can print without an end. */
const LINES = 20

let interpreter: string | undefined

/** Names the module of an interpreter, by an absolute URL. It is loaded when a program first comes. */
export function usePostScript(url: string | undefined): void {
  interpreter = url
}

/** Whether an interpreter was named. */
export const hasInterpreter = (): boolean => interpreter !== undefined

/**
 * The first page of a PostScript program as a PNG file, as Ghostscript draws it: in an instance of its own, so that a
 * program that fails leaves nothing behind.
 * @throws Error where the interpreter cannot be loaded, or fails.
 */
export async function renderPostScript(program: Uint8Array): Promise<Uint8Array> {
  const said: string[] = []
  const note = (line: string) => {
    if (said.length < LINES) said.push(line)
  }
  const ghostscript = await start(note)
  try {
    ghostscript.FS.writeFile(PROGRAM, program)
    const status = ghostscript.callMain(OPTIONS)
    if (status !== 0) throw new Error(said.find((line) => /error/i.test(line)) ?? `exit ${status}`)
    return ghostscript.FS.readFile(PAGE)
  } catch (error) {
    const why = (error as Error).message
    throw new Error(`an EPS that Ghostscript could not draw (${why})`, { cause: error })
  }
}

async function start(note: (line: string) => void): Promise<Ghostscript> {
  const url = interpreter as string
  try {
    const module: { default: Start } = await import(
      /* webpackIgnore: true */ /* @vite-ignore */ url
    )
    return await module.default({
      noInitialRun: true,
      // By itself it looks for its WebAssembly beside the worker's script.
      locateFile: (name) => new URL(name, url).href,
      print: note,
      printErr: note,
    })
  } catch (error) {
    const why = (error as Error).message
    throw new Error(`an EPS that needs Ghostscript, which ${url} did not start (${why})`, {
      cause: error,
    })
  }
}
