import { gather, type Comparison, type Task } from '#tests/bench/measurement.ts'
import { type Peer, PEER_NAMES, PEERS, workFolder } from '#tests/bench/comparison/peers.ts'
import { buildPeer, buildVariables, cool, putTogether, USUAL } from '#tests/bench/comparison/prepare.ts'
import { say } from '#tests/bench/comparison/progress.ts'
import { SERVER_CORE, startProgram } from '#tests/bench/comparison/start.ts'

async function timed(work: () => Promise<unknown>): Promise<number> {
  const since = performance.now()
  await work()
  return (performance.now() - since) / 1_000
}

/** From the command to the first page, in seconds. */
async function devStart(peer: Peer): Promise<number> {
  await using server = await startProgram({
    name: `${peer.name}-dev`,
    cwd: workFolder(peer.name),
    args: peer.dev,
    path: peer.prefix || '/',
    variables: { ...buildVariables(USUAL), NODE_ENV: 'development' },
    cores: SERVER_CORE,
  })
  return server.startMs / 1_000
}

/** Measures the time of a build, on all cores, and of the first page of `dev`, on one, as servers are. */
export async function measureBuild({ thorough }: Task): Promise<Comparison[]> {
  for (const name of PEER_NAMES) await putTogether(PEERS[name])
  const { add, all } = gather()
  for (let round = 0; round < (thorough ? 5 : 1); round++) {
    for (const name of round % 2 === 0 ? PEER_NAMES : PEER_NAMES.toReversed()) {
      say(`build: ${name}`)
      const peer = PEERS[name]
      cool(peer)
      add('dev, from the command to the first page, cold', 's', 'less', name, await devStart(peer))
      add('dev, from the command to the first page, warm', 's', 'less', name, await devStart(peer))
      cool(peer)
      add('build, cold', 's', 'less', name, await timed(() => buildPeer(peer, USUAL)))
      add('build, warm', 's', 'less', name, await timed(() => buildPeer(peer, USUAL)))
    }
  }
  return all()
}
