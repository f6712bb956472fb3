export async function peers() {
  return {}
}
