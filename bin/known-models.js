const RELEASE = 'https://github.com/danielgatis/rembg/releases/download/v0.0.0'
const IMGLY = '@imgly/background-removal-data'

const isNet = {
  use: 'background',
  width: 1024,
  height: 1024,
  mean: [0.5, 0.5, 0.5],
  deviation: [1, 1, 1],
  licence: 'Apache-2.0 (https://github.com/xuebinqin/DIS)',
}

/** The input normalization of its package: (number - 128) / 256. */
const imglyIsNet = {
  ...isNet,
  mean: [0.502, 0.502, 0.502],
  deviation: [1.004, 1.004, 1.004],
  licence: `that of ${IMGLY} (AGPL-3.0); IS-Net itself is Apache-2.0`,
  package: IMGLY,
}

const u2Net = {
  use: 'background',
  width: 320,
  height: 320,
  mean: [0.485, 0.456, 0.406],
  deviation: [0.229, 0.224, 0.225],
  stretched: true,
  licence: 'Apache-2.0 (https://github.com/xuebinqin/U-2-Net)',
}

/**
 * The models that `models add` knows. Their input is described as in docs/people.md; in addition their `licence`,
 * `from` or a `package` with the name of the `part` in it, and the publisher's `md5` or `sha256`.
 */
export const knownModels = {
  'isnet-general-use': {
    ...isNet,
    from: `${RELEASE}/isnet-general-use.onnx`,
    md5: 'fc16ebd8b0c10d971d3513d564d01e29',
  },
  u2net: { ...u2Net, from: `${RELEASE}/u2net.onnx`, md5: '60024c5c889badc19c04ad937298a77b' },
  silueta: { ...u2Net, from: `${RELEASE}/silueta.onnx`, md5: '55e59e0d8062d2f5d013f4725ee84782' },
  u2net_human_seg: {
    ...u2Net,
    use: 'human',
    from: `${RELEASE}/u2net_human_seg.onnx`,
    md5: 'c09ddc2e0104f800e3e1bb4652583d1f',
  },
  'imgly-isnet-medium': {
    ...imglyIsNet,
    part: '/models/medium',
    sha256: 'b6e8497ba978a6f5fbb647e419d2696cd80df5a23cb6a8ea532021911bd76acb',
  },
  'imgly-isnet-small': {
    ...imglyIsNet,
    part: '/models/small',
    sha256: '7001d60734fdc112dd9c062635fb59cd401fb82a9d4213134bce4dbd655c803a',
  },
}
