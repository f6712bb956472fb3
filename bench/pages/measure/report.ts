import type { DarkroomInfo, Precision } from '../../../src/index.ts'

/** Where networks are measured, and what they compute in. */
export interface Target {
  provider: DarkroomInfo['provider']
  precision: Precision
}

/** Times of one network in milliseconds: of the step, of the whole job, and of the network alone. */
export interface Times {
  network: string
  step: number
  job: number
  /** Absent for networks with an input size of their own. */
  bare?: number
}

/** What was measured on one provider. */
export interface Measured extends Target {
  adapter?: string
  threads: number
  /** Bytes of the page and its workers after the last network, where the browser tells. */
  memory?: number
  networks: Times[]
  /** Networks that have no times, as the GPU answered wrongly, in this precision, or was lost. */
  failed?: string[]
}

/** What can be copied from the page. */
export interface Report {
  darkroom: string
  browser: string
  cores: number
  date: string
  /** Side of the square image in pixels. */
  side: number
  measured: Measured[]
  /** What Darkroom chooses by itself, and what it found of the networks on the GPU. */
  auto?: Pick<DarkroomInfo, 'provider' | 'precision' | 'threads' | 'why' | 'verdicts'>
}

/** Milliseconds per megapixel of the source. */
export const perMegapixel = (ms: number, side: number): number => ms / (side ** 2 / 1e6)
