const never = () => new Promise<never>(() => {})
const canvas = OffscreenCanvas.prototype

/** Returns the device that was opened last. */
function openedDevice(): () => GPUDevice {
  const { requestDevice } = GPUAdapter.prototype
  let device: GPUDevice
  GPUAdapter.prototype.requestDevice = async function (...args) {
    device = await requestDevice.apply(this, args)
    return device
  }
  return () => device
}

/** Loses the device once it is asked for more than so many answers. */
function loseAfter(answers: number): void {
  const device = openedDevice()
  const { mapAsync } = GPUBuffer.prototype
  let maps = 0
  GPUBuffer.prototype.mapAsync = function (...args) {
    if (++maps > answers) device().destroy()
    return mapAsync.apply(this, args)
  }
}

/** Empties what comes down from the GPU. */
function answerZeros(isWrong: (bytes: number) => boolean): void {
  const { getMappedRange } = GPUBuffer.prototype
  GPUBuffer.prototype.getMappedRange = function (...args) {
    const range = getMappedRange.apply(this, args)
    const isRead = this.usage & GPUBufferUsage.MAP_READ
    if (isRead && isWrong(range.byteLength)) new Uint8Array(range).fill(0)
    return range
  }
}

/** RGBA of 24 x 16 pixels, enlarged by 2: answers to questions are of other sizes. */
const TILE_BYTES = 4 * 48 * 32

/** A software adapter would not be asked. */
function beHardware(): void {
  Object.defineProperty(GPUAdapter.prototype, 'info', { get: () => ({ vendor: self.name }) })
}

/** What happens in the worker that has this name. */
const faults: Record<string, () => void> = {
  'an adapter that never answers': () => {
    navigator.gpu.requestAdapter = never
  },
  'an adapter that is refused': () => {
    navigator.gpu.requestAdapter = () => Promise.reject(new DOMException('no', 'OperationError'))
  },
  'a device that never answers': () => {
    beHardware()
    GPUAdapter.prototype.requestDevice = never
  },
  'a GPU that never answers': () => {
    GPUBuffer.prototype.mapAsync = never
  },
  // Of each step, the first answer is that of the check after its model was loaded.
  'a GPU that is lost in the first step': () => loseAfter(1),
  'a GPU that is lost in the second step': () => loseAfter(3),
  'a GPU that turns wrong': () => {
    let reads = 0
    // The first one is that of the check after the model was loaded.
    answerZeros(() => ++reads > 1)
  },
  'a GPU that computes large tiles wrongly': () => answerZeros((bytes) => bytes > 100_000),
  'a GPU that computes a tile wrongly, once': () => {
    beHardware()
    let tiles = 0
    answerZeros((bytes) => bytes === TILE_BYTES && ++tiles === 1)
  },
  'a GPU that refuses a piece of work': () => {
    const { submit } = GPUQueue.prototype
    const device = openedDevice()
    const { createShaderModule } = GPUDevice.prototype
    let isNext = false
    GPUDevice.prototype.createShaderModule = function (descriptor) {
      // The shader that packs a tile. Checks come before it, and after it they find a GPU that works.
      isNext ||= descriptor.code.includes('mirrored')
      return createShaderModule.call(this, descriptor)
    }
    GPUQueue.prototype.submit = function (buffers) {
      if (!isNext) return submit.call(this, buffers)
      isNext = false
      device().createBuffer({ size: 4, usage: 0 })
    }
  },
  'no onnxruntime': () => {
    // Codecs bring memory of their own.
    WebAssembly.Memory = function Memory() {
      throw new Error('no onnxruntime')
    } as unknown as typeof WebAssembly.Memory
  },
  'an endless loop': () => {
    canvas.convertToBlob = () => {
      for (;;);
    }
  },
  'an encoder that fails on its own': () => {
    canvas.convertToBlob = () => {
      setTimeout(() => {
        throw new Error('out of order')
      })
      return never()
    }
  },
  'a worker that closes itself': () => {
    canvas.convertToBlob = () => {
      self.close()
      return never()
    }
  },
}

faults[self.name]?.()
