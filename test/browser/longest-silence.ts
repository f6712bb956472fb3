/** The longest time in which the page could do nothing else. */
export async function longestSilence(work: () => Promise<unknown>): Promise<number> {
  let last = performance.now()
  let longest = 0
  const timer = setInterval(() => {
    longest = Math.max(longest, performance.now() - last)
    last = performance.now()
  }, 5)
  await work().finally(() => clearInterval(timer))
  return longest
}
