import type { FixedInputModel } from '../../../models/models.ts'

/**
 * What a model of the application's own does. `background` and `human`: [1,3,h,w] to a mask [1,1,h,w], the first
 * output. `face`: [1,3,h,w] of an aligned face to the restored one, RGB -1 to 1.
 */
export type CustomModelUse = 'background' | 'human' | 'face'

export interface CustomModel extends FixedInputModel {
  use: CustomModelUse
}

/** An application's models by their names, or the URL of a `models.json` that holds them. */
export type CustomModelsOption = string | Record<string, CustomModel>
