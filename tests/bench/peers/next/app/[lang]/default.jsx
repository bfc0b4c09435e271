export { default } from './@modal/default.jsx'
