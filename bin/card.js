import { stated } from './hashes.js'

/** The model card that is written beside a model. */
export function card(name, model, { use, bytes, sha256 }, { place, published }) {
  const { width, height, mean, deviation, stretched, licence } = model
  const values = stretched ? "divided by the picture's brightest number" : 'from 0 to 1'
  return `# ${name}

| | |
| --- | --- |
| use | ${use} |
| input | float32 [1, 3, ${height}, ${width}], RGB; values ${values}, less ${mean.join(', ')}, divided by ${deviation.join(', ')} |
| output | ${use === 'face' ? 'a picture like the input' : `a mask [1, 1, ${height}, ${width}]`} |
| file | \`${name}.onnx\`, ${bytes} bytes |
| SHA-256 | \`${sha256}\` |
| weights | ${sha256 === published.sha256 ? 'as published' : 'stored as fp16 where that is safe, computed in fp32'} |
| licence | ${licence} |
| from | ${place}: ${published.bytes} bytes, ${stated(model)} |
`
}
