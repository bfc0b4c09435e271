import { fairlead } from 'fairlead/config'

export default await fairlead()
