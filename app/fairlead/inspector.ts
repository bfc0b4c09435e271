export { Inspector } from '#fairlead/inspector/inspector.tsx'
export { PrefetchAgeChart } from '#fairlead/inspector/prefetch-age-chart.tsx'
export { default as chartStyles } from '#fairlead/inspector/prefetch-age-chart.module.css'
