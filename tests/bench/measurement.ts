/** One figure of the bench. `aim` is what it should stay within; a figure without one is for information. */
export type Measurement = {
  part: string
  name: string
  value: number
  unit: string
  aim?: number
}
