import type { FixedInputModel } from '../../../models/models.ts'

/**
 * What an application's own model is used for. `background` and `human`: input [1,3,h,w], first output a mask
 * [1,1,h,w]. `face`: an aligned face [1,3,h,w] to the restored face, RGB from -1 to 1.
 */
export type CustomModelUse = 'background' | 'human' | 'face'

export interface CustomModel extends Omit<FixedInputModel, 'channels' | 'largest'> {
  use: CustomModelUse
}

/** An application's models by name, or the URL of a `models.json` that lists them. */
export type CustomModelsOption = string | Record<string, CustomModel>
