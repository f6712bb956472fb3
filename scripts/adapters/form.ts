import { enhanceInput } from 'darkroom-web/form'
import { cutOut, type Host, until } from './host.ts'

export async function show({ darkroom, file, element }: Host): Promise<void> {
  element.innerHTML = `<form>
    <p><label>Picture <input type="file" accept="image/*"></label> <button>Send</button></p>
    <img alt="" style="width: 240px; background: #dfe8e2">
  </form>`
  const [input] = element.getElementsByTagName('input')
  const [image] = element.getElementsByTagName('img')
  if (!input || !image) return
  enhanceInput(input, { darkroom, request: cutOut })
  const picked = new DataTransfer()
  picked.items.add(file)
  input.files = picked.files
  input.dispatchEvent(new Event('change', { bubbles: true }))
  await until(() => input.files?.[0]?.type === 'image/webp')
  image.src = URL.createObjectURL(input.files?.[0] as File)
  await image.decode()
}
