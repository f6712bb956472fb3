import {
  type Darkroom,
  DarkroomError,
  type Plan,
  type ProcessingRequest,
  type Step,
} from 'darkroom-web'
import { byId } from './dom.ts'
import { asDarkroomError, clearError, showError } from './error-box.ts'
import { enableQuality } from './form/basics.ts'
import { mapImages } from './form/field.ts'
import { type Json, withPath } from './json-paths.ts'
import { dimensions, stepName } from './labels.ts'
import { texts } from './language/language.ts'
import { withFiles } from './open-files.ts'
import { showSentFields } from './remote/sent-fields.ts'
import { isConnected } from './remote/settings.ts'

const DEBOUNCE_MS = 350
let latest = 0

/** Shows below the form what a request results in and what of it leaves the device, or why it is invalid. */
export async function previewPlan(darkroom: Darkroom, request: Json): Promise<void> {
  const mine = ++latest
  clearError()
  byId('will').textContent = ''
  if (!isConnected()) showSentFields([])
  await new Promise((resolve) => setTimeout(resolve, DEBOUNCE_MS))
  const hasSource = Boolean(request.url || request.urls)
  if (mine !== latest || !(hasSource || isConnected())) return
  const opened = withFiles(request)
  const isFile = opened.url instanceof Blob
  try {
    const plan = await darkroom.plan(isFile ? opened : withStandIns(opened))
    const fields = remoteFields(plan)
    requireRemote(fields)
    const size = isFile ? await sizeOf(darkroom, opened, plan) : undefined
    if (mine !== latest) return
    showSentFields(fields, hasSource)
    if (isFile) tell(plan)
    if (size) show(plan, size)
  } catch (error) {
    if (mine !== latest) return
    showSentFields([])
    const refusal = asDarkroomError(error)
    // A stand-in may be too large where the image itself is not.
    if (hasSource && (isFile || refusal.code !== 'TOO_LARGE')) showRefusal(refusal)
  }
}

const ADDRESS = /^\s*(https?:\/\/|data:|base64,|blob:|storage:\/\/)/i

/** A request whose images need not be fetched: that would be with every key press. One stands for several sources. */
function withStandIns(request: Json): ProcessingRequest {
  const blank = new ImageData(1000, 1000)
  const planned = mapImages(request, (image) => (ADDRESS.test(String(image)) ? blank : image))
  const { urls, ...rest } = planned
  if (rest.url || !Array.isArray(urls)) return planned
  return { ...rest, url: urls.find((image) => typeof image === 'string') ?? urls[0] }
}

const remoteFields = ({ steps }: Pick<Plan, 'steps'>): string[] =>
  steps.flatMap((step) => (step.op === 'remote' ? step.fields : []))

/** The library says the same once the request is run. */
function requireRemote(fields: string[]): void {
  const [path] = fields
  if (path === undefined || isConnected()) return
  throw new DarkroomError(
    'REMOTE_NOT_CONFIGURED',
    `Expected a remote service for ${fields.join(', ')}, but none is configured`,
    { path },
  )
}

/** What a click does, and which file comes of it. */
function tell({ steps, output }: Plan): void {
  const names = new Set(steps.map(({ op }) => stepName(op)))
  const cutsOut = steps.some(({ op }) => op === 'background') && output.format !== 'jpeg'
  // `auto` is PNG where the result is transparent, or else the format of the source.
  const format = output.format === 'auto' ? cutsOut && 'png' : output.format
  const name = format ? format.toUpperCase() : ''
  const file = cutsOut ? texts.form.keepsTransparency(name) : name
  byId('will').textContent = [[...names].join(', '), file].filter(Boolean).join(' · ')
}

function show({ source }: Plan, result: Size): void {
  if (!source) return
  byId('outcome').textContent = texts.form.outcome(
    dimensions(source.width, source.height),
    dimensions(result.width, result.height),
  )
  enableQuality(source.format === 'jpeg' || source.format === 'webp' ? source.format : 'png')
}

function showRefusal(error: DarkroomError): void {
  byId('outcome').textContent = ''
  showError(error)
}

interface Size {
  width: number
  height: number
}

/** The size of the result. Where steps are planned only later, the plan of a request that results in the same size tells. */
async function sizeOf(
  darkroom: Darkroom,
  request: Json,
  { source, steps }: Plan,
): Promise<Size | undefined> {
  if (!source) return undefined
  if (!isDeferred(steps)) return steps.reduce(sizeAfter, source as Size)
  const { steps: known } = await darkroom.plan(
    withoutSubject(withoutRemote(request, remoteFields({ steps }))),
  )
  return isDeferred(known) ? undefined : known.reduce(sizeAfter, source as Size)
}

const isDeferred = (steps: Step[]) => steps.some(({ op }) => op === 'subject' || op === 'fit')

const withoutRemote = (request: Json, fields: string[]): Json =>
  fields.reduce(
    // A preset may switch it on.
    (so, path) => withPath(so, path, path === 'generative_upscale' ? false : undefined),
    request,
  )

/** A crop has the same size wherever its subject is. */
const withoutSubject = (request: Json): Json =>
  /crop/.test(JSON.stringify(request.fit) ?? '') ? { ...request, fit: { crop: 'center' } } : request

function sizeAfter(from: Size, step: Step): Size {
  if ('width' in step) return { width: step.width, height: step.height }
  if ('scale' in step) return { width: from.width * step.scale, height: from.height * step.scale }
  return from
}
