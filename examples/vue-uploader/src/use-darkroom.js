import { createDarkroom } from 'darkroom-web'
import { onBeforeUnmount, ref } from 'vue'

/** One Darkroom for a component. Its jobs are cancelled when the component goes. */
export function useDarkroom(options) {
  const darkroom = createDarkroom(options)
  const controller = new AbortController()
  const progress = ref(0)
  onBeforeUnmount(() => {
    controller.abort()
    darkroom.dispose()
  })

  const run = (request) => {
    progress.value = 0
    const onProgress = ({ overall_ratio }) => {
      progress.value = overall_ratio
    }
    return darkroom.run(request, { signal: controller.signal, onProgress })
  }
  return { darkroom, run, progress }
}
