export { pageMeta } from '#fairlead/metadata/page-meta.ts'
export { type OpenGraphImage } from '#fairlead/metadata/open-graph.tsx'
