// The prefetch inspector, and its chart.

import styles from '#fairlead/inspector/prefetch-age-chart.module.css'

export { Inspector } from '#fairlead/inspector/inspector.tsx'
export { PrefetchAgeChart } from '#fairlead/inspector/prefetch-age-chart.tsx'

/** Classes of the chart, for a page that loads the chart lazily and shows its frame before. */
export const chartStyles: Readonly<Record<string, string>> = styles
