export { holeInReexport as keysOfHarbour } from '#app/log/holes.functions.ts'
