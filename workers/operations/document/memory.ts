/** Bytes of the histograms of one row of cells, the cells, and planes of one value per cell. */
export const CELL_BYTES = 1 << 20
