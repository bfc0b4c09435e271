// Title, description, canonical URL and preview of a page.

export { pageMeta } from '#fairlead/metadata/page-meta.ts'
export { type OpenGraphImage } from '#fairlead/metadata/open-graph.tsx'
