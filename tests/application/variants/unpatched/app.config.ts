import { fairlead } from 'fairlead/config'

export default await fairlead({ patchPackages: false })
