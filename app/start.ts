export { startInstance } from 'fairlead/start'
