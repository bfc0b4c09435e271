import { fairlead } from '#fairlead/config.ts'

export default await fairlead()
