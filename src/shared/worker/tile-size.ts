/** How large the tiles of a run are: what takes more memory computes less twice. */
export type TileSize = 'small' | 'usual' | 'large'

/** Memory that something takes with tiles of each size. */
export type BytesByTiles = Record<TileSize, number>
