/** The part of three.js that is used: its types are a package of their own. */
declare module 'three/addons/loaders/EXRLoader.js' {
  export class EXRLoader {
    setDataType(type: number): this
    parse(file: ArrayBuffer): { width: number; height: number; format: number; data: Float32Array }
  }
}
