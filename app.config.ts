import { fairlead } from 'fairlead/config'
import { handbookPlugin } from '#app/handbook/vite-plugin.ts'

export default await fairlead({ plugins: [handbookPlugin()] })
