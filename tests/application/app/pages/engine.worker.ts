/** Returns the sum that a module makes, and the status that a fetch has. */
async function readFacts(module: BufferSource): Promise<[number, number]> {
  const { instance } = await WebAssembly.instantiate(module)
  const { status } = await fetch('/healthz')
  return [(instance.exports.add as (a: number, b: number) => number)(20, 3), status]
}

addEventListener('message', ({ data }: MessageEvent<BufferSource>) => {
  void readFacts(data).then((facts) => postMessage(facts))
})
