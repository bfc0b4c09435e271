import mdx from '@mdx-js/rollup'
import tailwindcss from '@tailwindcss/vite'
import svgr from 'vite-plugin-svgr'

export default () => [
  tailwindcss(),
  { enforce: 'pre', ...mdx() },
  svgr(),
  { name: 'alias', config: () => ({ resolve: { alias: { '@': '/app/stack' } } }) },
]
