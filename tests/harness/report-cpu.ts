// Preloaded into a server (`node --import`): at SIGUSR2 it writes the processor time that it has used, in microseconds.
process.on('SIGUSR2', () => {
  const { user, system } = process.cpuUsage()
  process.stdout.write(`${JSON.stringify({ msg: 'cpu', us: user + system })}\n`)
})
